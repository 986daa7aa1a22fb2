#include "model/words/folding.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>

#include "model/words/words.h"

namespace partita::words {
namespace {

// Letters that no decomposition takes apart, and that people without them write so.
struct Plain {
  char32_t letter;
  std::string_view text;
};
constexpr Plain kPlain[] = {{U'æ', "ae"}, {U'ð', "d"}, {U'ø', "o"}, {U'þ', "th"}, {U'đ', "d"},
                            {U'ħ', "h"},  {U'ı', "i"}, {U'ł', "l"}, {U'ŋ', "n"},  {U'œ', "oe"},
                            {U'ŧ', "t"},  {U'ɓ', "b"}, {U'ɖ', "d"}, {U'ɗ', "d"}};

// Marks that are a matter of spelling. Vowel signs of Indic scripts and of Thai are not: they are
// letters that are written around another one.
bool is_dropped(UChar32 mark) {
  const bool is_general = (mark >= 0x0300 && mark <= 0x036F) ||
                          (mark >= 0x1AB0 && mark <= 0x1AFF) ||
                          (mark >= 0x1DC0 && mark <= 0x1DFF) || (mark >= 0x20D0 && mark <= 0x20FF);
  const bool is_hebrew = mark >= 0x0591 && mark <= 0x05C7 && u_charType(mark) == U_NON_SPACING_MARK;
  const bool is_arabic = (mark >= 0x064B && mark <= 0x065F) || mark == 0x0670 || mark == 0x0640;
  return is_general || is_hebrew || is_arabic;
}

bool is_apostrophe(UChar32 letter) {
  return letter == '\'' || letter == 0x2019 || letter == 0x02BC || letter == 0xFF07;
}

bool is_plain_ascii(std::string_view word) {
  return std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

std::string lower_ascii(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// "shankar's" is a form of "shankar".
icu::UnicodeString without_possessive(const icu::UnicodeString& word) {
  const std::int32_t size = word.length();
  const bool is_possessive =
      size > 2 && word.charAt(size - 1) == 's' && is_apostrophe(word.charAt(size - 2));
  return is_possessive ? word.tempSubString(0, size - 2) : word;
}

std::string_view plain_form(UChar32 letter) {
  for (const Plain& plain : kPlain) {
    if (static_cast<UChar32>(plain.letter) == letter) return plain.text;
  }
  return {};
}

// The letters of the decomposed word that stay.
icu::UnicodeString bare(const icu::UnicodeString& word) {
  icu::UnicodeString kept;
  for (std::int32_t i = 0; i < word.length(); i = word.moveIndex32(i, 1)) {
    const UChar32 letter = word.char32At(i);
    if (is_dropped(letter) || is_apostrophe(letter) || letter == 0) continue;
    const std::string_view plain = plain_form(letter);
    if (plain.empty()) {
      kept.append(letter);
    } else {
      kept.append(icu::UnicodeString::fromUTF8(
          icu::StringPiece(plain.data(), static_cast<std::int32_t>(plain.size()))));
    }
  }
  return kept;
}

std::string cut(std::string word) {
  if (word.size() <= kWordBytesMax) return word;
  std::size_t end = kWordBytesMax;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
  word.resize(end);
  return word;
}

}  // namespace

std::string fold_word(std::string_view word) {
  if (is_plain_ascii(word)) return cut(lower_ascii(word));
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  const icu::Normalizer2* decomposed = icu::Normalizer2::getNFDInstance(status);
  const icu::Normalizer2* composed = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status) != 0) return cut(lower_ascii(word));
  const auto given = icu::UnicodeString::fromUTF8(
      icu::StringPiece(word.data(), static_cast<std::int32_t>(word.size())));
  const icu::UnicodeString folded = folding->normalize(given, status);
  const icu::UnicodeString parts = decomposed->normalize(without_possessive(folded), status);
  const icu::UnicodeString whole = composed->normalize(bare(parts), status);
  if (U_FAILURE(status) != 0) return cut(lower_ascii(word));
  std::string text;
  whole.toUTF8String(text);
  return cut(std::move(text));
}

}  // namespace partita::words
