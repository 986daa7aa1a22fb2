#include "language/value/item_format.h"

namespace partita::item_format {
namespace {

constexpr std::size_t kVarintBytesMax = 10;

// Returns the end. REQUIRES: room for kVarintBytesMax bytes.
char* write_varint(char* target, std::size_t value) {
  for (; value >= 0x80; value >>= 7) *target++ = static_cast<char>(value | 0x80);
  *target++ = static_cast<char>(value);
  return target;
}

}  // namespace

void append_varint(Bytes& bytes, std::size_t value) {
  if (value < 0x80) {
    bytes.push_back(static_cast<char>(value));
    return;
  }
  char buffer[kVarintBytesMax];
  bytes.append(buffer, write_varint(buffer, value));
}

void append_number(Bytes& bytes, const Number& number) {
  char buffer[1 + kVarintBytesMax + sizeof(Uint128)];
  char* at = buffer + 1;
  unsigned head = number.is_negative() ? kNegative : 0;
  if (const int exponent = number.exponent(); exponent != 0) {
    head |= kHasExponent;
    at =
        write_varint(at, static_cast<std::size_t>(exponent < 0 ? -2 * exponent - 1 : 2 * exponent));
  }
  const char* const coefficient_start = at;
  for (Uint128 rest = number.coefficient(); rest != 0; rest >>= 8) *at++ = static_cast<char>(rest);
  head |= static_cast<unsigned>(at - coefficient_start);
  buffer[0] = static_cast<char>(head);
  bytes.append(buffer, at);
}

std::size_t open_content(Bytes& bytes) {
  bytes.push_back(0);  // Most lengths fit here; close_content makes room for the others.
  return bytes.size();
}

void close_content(Bytes& bytes, std::size_t content_start) {
  char buffer[kVarintBytesMax];
  const auto length = bytes.size() - content_start;
  const char* const end = write_varint(buffer, length);
  bytes[content_start - 1] = buffer[0];
  if (end - buffer > 1)
    bytes.insert(content_start, buffer + 1, static_cast<std::size_t>(end - buffer - 1));
}

}  // namespace partita::item_format
