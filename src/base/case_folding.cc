#include "partita/base/case_folding.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <algorithm>

#include "partita/base/utf8.h"

namespace partita {
namespace {

char ascii_lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                              : character;
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), ascii_lower);
  return lower;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

icu::StringPiece piece(const std::string& text) {
  return {text.data(), static_cast<std::int32_t>(text.size())};
}

// Unicode: caseless matching of texts that are canonically equivalent folds the decomposed form
// (The Unicode Standard, D145). The result is composed again only to be short.
bool fold(const std::string& text, std::string& folded) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* decomposed = icu::Normalizer2::getNFDInstance(status);
  const icu::Normalizer2* composed = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status) != 0) return false;
  std::string parts;
  icu::StringByteSink<std::string> to_parts(&parts);
  decomposed->normalizeUTF8(0, piece(text), to_parts, nullptr, status);
  std::string caseless;
  icu::StringByteSink<std::string> to_caseless(&caseless);
  icu::CaseMap::utf8Fold(0, piece(parts), to_caseless, nullptr, status);
  icu::StringByteSink<std::string> to_folded(&folded);
  composed->normalizeUTF8(0, piece(caseless), to_folded, nullptr, status);
  return U_FAILURE(status) == 0;
}

}  // namespace

std::string fold_case(std::string_view text) {
  if (is_ascii(text) || !is_valid_utf8(text)) return lower_ascii(text);
  std::string folded;
  return fold(std::string(text), folded) ? folded : lower_ascii(text);
}

std::string to_lower_case(std::string_view text) {
  if (is_ascii(text) || !is_valid_utf8(text)) return lower_ascii(text);
  std::string lower;
  icu::StringByteSink<std::string> sink(&lower);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, piece(std::string(text)), sink, nullptr, status);
  return U_FAILURE(status) == 0 ? lower : lower_ascii(text);
}

}  // namespace partita
