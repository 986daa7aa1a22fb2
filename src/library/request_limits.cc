#include "library/request_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "partita/api/exception.h"

namespace partita::library {
namespace {

using api::Bounds;
using api::NamePattern;

constexpr std::int64_t kNameCharactersMax = 255;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-';
}

// Bytes that do not continue a character of UTF-8.
std::int64_t characters_of(std::string_view text) {
  return std::ranges::count_if(text,
                               [](char c) { return (static_cast<unsigned>(c) & 0xC0) != 0x80; });
}

std::string allowed(const Bounds& bounds) {
  if (bounds.min == Bounds{}.min) return fmt::format("at most {}", bounds.max);
  if (bounds.max == Bounds{}.max) return fmt::format("at least {}", bounds.min);
  return fmt::format("from {} to {}", bounds.min, bounds.max);
}

Status check_range(std::string_view member, std::string_view what, std::int64_t value,
                   const Bounds& bounds) {
  if (value >= bounds.min && value <= bounds.max) return {};
  return api::invalid(
      fmt::format("{}: its {} is {}, and must be {}", member, what, value, allowed(bounds)));
}

}  // namespace

Status check_text(std::string_view member, std::string_view text, const Bounds& bounds) {
  const bool is_arn = bounds.pattern == NamePattern::NameOrArn && text.starts_with("arn:");
  Bounds limits = bounds;
  if (bounds.pattern == NamePattern::NameOrArn && !is_arn) limits.max = kNameCharactersMax;
  TRY(check_range(member, "length", characters_of(text), limits));
  if (bounds.pattern == NamePattern::Any || is_arn ||
      std::ranges::all_of(text, is_name_character)) {
    return {};
  }
  return api::invalid(
      fmt::format("{}: \"{}\" must consist of letters, digits, _, . and -", member, text));
}

Status check_size(std::string_view member, std::size_t size, const Bounds& bounds) {
  return check_range(member, "size", static_cast<std::int64_t>(size), bounds);
}

Status check_value(std::string_view member, std::int64_t value, const Bounds& bounds) {
  return check_range(member, "value", value, bounds);
}

}  // namespace partita::library
