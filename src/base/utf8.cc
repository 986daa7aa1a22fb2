#include "partita/base/utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace partita {
namespace {

// What a first byte says of its sequence. Overlong forms, surrogates and code points above U+10FFFF
// all show in the range of the second byte; every later byte is 0x80 to 0xBF.
struct FirstByte {
  std::uint8_t sequence_bytes = 0;  // Zero: no sequence begins with this byte.
  std::uint8_t second_min = 0x80;
  std::uint8_t second_max = 0xBF;
};

constexpr std::array<FirstByte, 256> make_first_bytes() {
  std::array<FirstByte, 256> table{};
  for (std::size_t byte = 0x00; byte <= 0x7F; ++byte) table[byte].sequence_bytes = 1;
  for (std::size_t byte = 0xC2; byte <= 0xDF; ++byte) table[byte].sequence_bytes = 2;
  for (std::size_t byte = 0xE0; byte <= 0xEF; ++byte) table[byte].sequence_bytes = 3;
  for (std::size_t byte = 0xF0; byte <= 0xF4; ++byte) table[byte].sequence_bytes = 4;
  table[0xE0].second_min = 0xA0;
  table[0xED].second_max = 0x9F;
  table[0xF0].second_min = 0x90;
  table[0xF4].second_max = 0x8F;
  return table;
}

constexpr auto kFirstBytes = make_first_bytes();

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

// The first position at or after `at` where a block of 16 bytes holds more than ASCII, or where
// less than a block is left.
std::size_t skip_ascii_blocks(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t words[2];
  while (text.size() - at >= sizeof(words)) {
    std::memcpy(words, text.data() + at, sizeof(words));
    if (((words[0] | words[1]) & kHighBits) != 0) break;
    at += sizeof(words);
  }
  return at;
}

// The length of the sequence that `rest` begins with, or zero if it is not valid.
// REQUIRES: `rest` is not empty.
std::size_t valid_sequence_bytes(std::string_view rest) {
  const FirstByte first = kFirstBytes[byte_at(rest, 0)];
  if (first.sequence_bytes > rest.size()) return 0;
  if (first.sequence_bytes < 2) return first.sequence_bytes;
  const std::uint8_t second = byte_at(rest, 1);
  if (second < first.second_min || second > first.second_max) return 0;
  for (std::size_t at = 2; at < first.sequence_bytes; ++at) {
    if (!is_continuation(byte_at(rest, at))) return 0;
  }
  return first.sequence_bytes;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  std::size_t at = skip_ascii_blocks(text, 0);
  while (at < text.size()) {
    const std::size_t bytes = valid_sequence_bytes(text.substr(at));
    if (bytes == 0) return false;
    at += bytes;
    // Behind a long sequence the text is probably not ASCII: only ASCII pays for the attempt.
    if (bytes == 1) at = skip_ascii_blocks(text, at);
  }
  return true;
}

std::size_t utf16_units(std::string_view valid_utf8) {
  // One unit for each sequence, one more for those of four bytes: they are surrogate pairs.
  const std::size_t ascii_bytes = skip_ascii_blocks(valid_utf8, 0);
  std::size_t units = ascii_bytes;
  for (const char character : valid_utf8.substr(ascii_bytes)) {
    const auto byte = static_cast<std::uint8_t>(character);
    units += (is_continuation(byte) ? 0U : 1U) + (byte >= 0xF0 ? 1U : 0U);
  }
  return units;
}

}  // namespace partita
