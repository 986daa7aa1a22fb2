#include "model/formula/code_points.h"

#include <algorithm>

namespace partita::model {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The bits that the first byte of a character gives, by the number of bytes it has.
constexpr unsigned char kFirstByteBits[] = {0x7F, 0x7F, 0x1F, 0x0F, 0x07};

}  // namespace

char32_t take_code_point(std::string_view& valid_utf8) {
  const auto first = static_cast<unsigned char>(valid_utf8.front());
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t character = first & kFirstByteBits[bytes];
  for (std::size_t i = 1; i < bytes && i < valid_utf8.size(); ++i) {
    character = (character << 6U) | (static_cast<unsigned char>(valid_utf8[i]) & 0x3FU);
  }
  valid_utf8.remove_prefix(std::min(bytes, valid_utf8.size()));
  return character;
}

std::size_t count_code_points(std::string_view valid_utf8) {
  return valid_utf8.size() - static_cast<std::size_t>(std::count_if(
                                 valid_utf8.begin(), valid_utf8.end(), is_continuation));
}

}  // namespace partita::model
