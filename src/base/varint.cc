#include "partita/base/varint.h"

namespace partita {

void append_varint(Bytes& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
}

void append_signed(Bytes& bytes, std::int64_t value) {
  const auto shifted = static_cast<std::uint64_t>(value) << 1;
  append_varint(bytes, value < 0 ? ~shifted : shifted);
}

std::optional<std::uint64_t> take_varint(ByteView& input) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64 && !input.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(input.front());
    input.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<std::int64_t> take_signed(ByteView& input) {
  const auto zigzag = take_varint(input);
  if (!zigzag) return std::nullopt;
  const auto half = static_cast<std::int64_t>(*zigzag >> 1);
  return (*zigzag & 1) == 0 ? half : -half - 1;
}

}  // namespace partita
