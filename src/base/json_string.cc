#include "partita/base/json_string.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace partita {
namespace {

// For each byte 0 if it stands for itself, 'u' for a \u00XX, or the letter behind the backslash.
constexpr auto kEscapes = [] {
  std::array<char, 256> escapes{};
  for (std::size_t control = 0; control < 0x20; ++control) escapes[control] = 'u';
  escapes['\b'] = 'b';
  escapes['\t'] = 't';
  escapes['\n'] = 'n';
  escapes['\f'] = 'f';
  escapes['\r'] = 'r';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}();

char escape_of(char byte) { return kEscapes[static_cast<std::uint8_t>(byte)]; }

// Each of these has a non-zero bit if and only if a byte of its words has to be escaped.

std::uint64_t escapes_in(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = kOnes * 0x80;
  const std::uint64_t quote = word ^ kOnes * '"';
  const std::uint64_t backslash = word ^ kOnes * '\\';
  // A byte below n, of a word w of such bytes: borrows in w - n, while its own high bit is clear.
  const std::uint64_t is_control = (word - kOnes * 0x20) & ~word;
  const std::uint64_t is_quote = (quote - kOnes) & ~quote;
  const std::uint64_t is_backslash = (backslash - kOnes) & ~backslash;
  return (is_control | is_quote | is_backslash) & kHighBits;
}

template <typename Word>
std::uint64_t copy_word(char* target, const char* source) {
  Word word;
  std::memcpy(&word, source, sizeof(word));
  std::memcpy(target, &word, sizeof(word));
  return word;
}

#ifdef __SSE2__
constexpr std::size_t kBlockBytes = 16;

// One bit for each of 16 bytes.
unsigned escapes_in_block(__m128i block) {
  const __m128i is_quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  const __m128i is_backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  const __m128i is_control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block);
  return static_cast<unsigned>(
      _mm_movemask_epi8(_mm_or_si128(is_control, _mm_or_si128(is_quote, is_backslash))));
}

__m128i load_block(const char* source) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(source));
}

unsigned copy_block(char* target, const char* source) {
  const __m128i block = load_block(source);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(target), block);
  return escapes_in_block(block);
}
#else
constexpr std::size_t kBlockBytes = 8;

std::uint64_t copy_block(char* target, const char* source) {
  return escapes_in(copy_word<std::uint64_t>(target, source));
}
#endif

// The first byte at or after `at` that has to be escaped, or `end`.
const char* find_escape(const char* at, const char* end) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16) {
    const unsigned found = escapes_in_block(load_block(at));
    if (found != 0) return at + std::countr_zero(found);
  }
#endif
  while (at != end && escape_of(*at) == 0) ++at;
  return at;
}

void append_escaped(std::string& json, char byte) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const char escape = escape_of(byte);
  const auto code = static_cast<std::uint8_t>(byte);
  const std::array<char, 6> text = {'\\', escape, '0', '0', kHex[code >> 4], kHex[code & 0xF]};
  json.append(text.data(), escape == 'u' ? text.size() : 2);
}

}  // namespace

void append_json_string(std::string& json, std::string_view text) {
  json.push_back('"');
  append_json_text(json, text);
  json.push_back('"');
}

void append_json_text(std::string& json, std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    const char* const escape = find_escape(at, end);
    if (escape != at) json.append(at, escape);
    if (escape == end) break;
    append_escaped(json, *escape);
    at = escape + 1;
  }
}

// The last block or word is taken so that it ends with the text; it may overlap the one before.
bool copy_unless_escaped(char* target, std::string_view text) {
  const char* const source = text.data();
  const std::size_t size = text.size();
  if (size >= kBlockBytes) {
    const std::size_t last = size - kBlockBytes;
    auto found = copy_block(target + last, source + last);
    for (std::size_t at = 0; at < last; at += kBlockBytes) {
      found |= copy_block(target + at, source + at);
    }
    return found == 0;
  }
  if (size >= 8) {
    const auto first = copy_word<std::uint64_t>(target, source);
    const auto last = copy_word<std::uint64_t>(target + size - 8, source + size - 8);
    return (escapes_in(first) | escapes_in(last)) == 0;
  }
  if (size >= 4) {
    const auto first = copy_word<std::uint32_t>(target, source);
    const auto last = copy_word<std::uint32_t>(target + size - 4, source + size - 4);
    return escapes_in(first | last << 32) == 0;
  }
  int found = 0;
  for (std::size_t at = 0; at < size; ++at) {
    target[at] = source[at];
    found |= escape_of(source[at]);
  }
  return found == 0;
}

}  // namespace partita
