#include "model/rules/fault.h"

#include <fmt/format.h>

namespace partita::rules {
namespace {

constexpr std::size_t kShownBytesMax = 200;

// The longest beginning of the text that has at most `bytes_max` bytes and ends with a character.
std::string_view beginning_of(std::string_view text, std::size_t bytes_max) {
  while (bytes_max > 0 && (static_cast<unsigned char>(text[bytes_max]) & 0xC0) == 0x80) --bytes_max;
  return text.substr(0, bytes_max);
}

}  // namespace

std::string shown(std::string_view text) {
  if (text.size() <= kShownBytesMax) return fmt::format("\"{}\"", text);
  return fmt::format("\"{}...\"", beginning_of(text, kShownBytesMax));
}

std::string shown(const ValueView& value) {
  switch (value.type()) {
    case ValueType::S:
      return shown(value.string());
    case ValueType::N:
      return value.number().to_string();
    case ValueType::B:
      return fmt::format("a binary of {} bytes", value.binary().size());
    case ValueType::Bool:
      return value.boolean() ? "true" : "false";
    case ValueType::Null:
      return "NULL";
    case ValueType::L:
      return "a list";
    case ValueType::M:
      return "a map";
    case ValueType::SS:
    case ValueType::NS:
    case ValueType::BS:
      break;
  }
  return "a set";
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace partita::rules
