#include "partita/base/base64.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace partita {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kPad = '=';
constexpr std::uint32_t kIllegal = 0x80;  // A bit that no value of six bits has.

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kIllegal);
  for (std::size_t value = 0; value < kAlphabet.size(); ++value) {
    values[static_cast<std::uint8_t>(kAlphabet[value])] = static_cast<std::uint8_t>(value);
  }
  return values;
}

constexpr auto kValues = make_values();

std::uint32_t value_of(char character) { return kValues[static_cast<std::uint8_t>(character)]; }

char digit(std::uint32_t bits) { return kAlphabet[bits & 0x3F]; }

std::uint32_t unsigned_byte(char byte) { return static_cast<std::uint8_t>(byte); }

// Writes the four characters for the last one or two bytes.
void encode_rest(ByteView rest, char* out) {
  const std::uint32_t second = rest.size() == 2 ? unsigned_byte(rest[1]) : 0;
  const std::uint32_t bits = unsigned_byte(rest[0]) << 16 | second << 8;
  out[0] = digit(bits >> 18);
  out[1] = digit(bits >> 12);
  out[2] = rest.size() == 2 ? digit(bits >> 6) : kPad;
  out[3] = kPad;
}

// AWS: the spelling of "dectected" is theirs.
Error bad_last_character() {
  return Error::invalid_argument("Invalid last non-pad Base64 character dectected");
}

Error illegal_character(std::string_view text, std::size_t digits) {
  std::size_t at = 0;
  while (at < digits && value_of(text[at]) != kIllegal) ++at;
  if (text[at] == kPad) return bad_last_character();
  const std::uint32_t byte = unsigned_byte(text[at]);
  const bool is_printable = byte >= 0x20 && byte < 0x7F;
  const std::string name =
      is_printable ? fmt::format("'{}'", text[at]) : fmt::format("0x{:02X}", byte);
  return Error::invalid_argument(fmt::format(
      "Illegal Base64 character {} at position {}: only A-Z, a-z, 0-9, + and / are allowed, and = "
      "as padding at the end",
      name, at));
}

// Decodes whole groups of four characters to three bytes each; false if a character is illegal.
bool decode_groups(std::string_view groups, char* out) {
  std::uint32_t seen = 0;
  for (std::size_t at = 0; at < groups.size(); at += 4, out += 3) {
    const std::uint32_t a = value_of(groups[at]);
    const std::uint32_t b = value_of(groups[at + 1]);
    const std::uint32_t c = value_of(groups[at + 2]);
    const std::uint32_t d = value_of(groups[at + 3]);
    seen |= a | b | c | d;
    const std::uint32_t bits = a << 18 | b << 12 | c << 6 | d;
    out[0] = static_cast<char>(bits >> 16);
    out[1] = static_cast<char>(bits >> 8);
    out[2] = static_cast<char>(bits);
  }
  return (seen & kIllegal) == 0;
}

std::size_t count_pads(std::string_view text) {
  if (!text.ends_with(kPad)) return 0;
  return text[text.size() - 2] == kPad ? 2 : 1;
}

}  // namespace

void base64_append(std::string& text, ByteView bytes) {
  const std::size_t start = text.size();
  text.resize(start + (bytes.size() + 2) / 3 * 4);
  char* out = text.data() + start;
  std::size_t at = 0;
  for (; bytes.size() - at >= 3; at += 3, out += 4) {
    const std::uint32_t bits = unsigned_byte(bytes[at]) << 16 | unsigned_byte(bytes[at + 1]) << 8 |
                               unsigned_byte(bytes[at + 2]);
    out[0] = digit(bits >> 18);
    out[1] = digit(bits >> 12);
    out[2] = digit(bits >> 6);
    out[3] = digit(bits);
  }
  if (at < bytes.size()) encode_rest(bytes.substr(at), out);
}

std::string base64_encode(ByteView bytes) {
  std::string text;
  base64_append(text, bytes);
  return text;
}

Result<Bytes> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) {
    return Error::invalid_argument(fmt::format(
        "Base64 encoded length is expected a multiple of 4 bytes but found: {}", text.size()));
  }
  const std::size_t pads = count_pads(text);
  const std::size_t digits = text.size() - pads;
  Bytes bytes(text.size() / 4 * 3 - pads, '\0');
  const std::size_t whole = digits / 4 * 4;
  if (!decode_groups(text.substr(0, whole), bytes.data())) return illegal_character(text, digits);
  if (pads == 0) return bytes;

  // The last group is filled up with zeroes; what its missing digits would have held stays zero.
  std::array<char, 4> group = {kAlphabet[0], kAlphabet[0], kAlphabet[0], kAlphabet[0]};
  std::array<char, 3> tail{};
  text.copy(group.data(), digits - whole, whole);
  if (!decode_groups({group.data(), group.size()}, tail.data())) {
    return illegal_character(text, digits);
  }
  if (tail[3 - pads] != 0) return bad_last_character();
  bytes.replace(bytes.size() - (3 - pads), 3 - pads, tail.data(), 3 - pads);
  return bytes;
}

}  // namespace partita
