#include "wire/protocol/constraints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "partita/base/utf8.h"

namespace partita::protocol {
namespace {

using api::Bounds;
using api::NamePattern;

constexpr std::int64_t kNameCharactersMax = 255;
constexpr std::string_view kNotInPattern =
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";

bool is_name_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_' || character == '.' ||
         character == '-';
}

bool is_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_name_character);
}

bool is_arn(std::string_view text) { return text.starts_with("arn:"); }

// What holds for this text: a name that is no ARN has a name's limits.
Bounds bounds_for(const Bounds& bounds, std::string_view text) {
  if (bounds.pattern != NamePattern::NameOrArn) return bounds;
  if (is_arn(text)) return {bounds.min, bounds.max, NamePattern::Any};
  return {bounds.min, kNameCharactersMax, NamePattern::Name};
}

Bounds bounds_of_size(const Bounds& bounds) {
  return {bounds.min, std::min(bounds.max, kElementsMax)};
}

bool has_min(const Bounds& bounds) {
  return bounds.min != std::numeric_limits<std::int64_t>::min();
}
bool has_max(const Bounds& bounds) {
  return bounds.max != std::numeric_limits<std::int64_t>::max();
}

std::string at_least(std::string_view what, std::int64_t min) {
  return fmt::format("Member must have {} greater than or equal to {}", what, min);
}

std::string at_most(std::string_view what, std::int64_t max) {
  return fmt::format("Member must have {} less than or equal to {}", what, max);
}

std::vector<std::string> out_of_range(const Bounds& bounds, std::string_view what,
                                      std::int64_t value) {
  if (value < bounds.min) return {at_least(what, bounds.min)};
  if (value > bounds.max) return {at_most(what, bounds.max)};
  return {};
}

std::int64_t characters_in(std::string_view text) {
  return static_cast<std::int64_t>(utf16_units(text));
}

}  // namespace

bool text_is_within(const Bounds& bounds, std::string_view text) {
  const Bounds effective = bounds_for(bounds, text);
  if (has_min(effective) || has_max(effective)) {
    if (!value_is_within(effective, characters_in(text))) return false;
  }
  return effective.pattern == NamePattern::Any || is_name(text);
}

bool size_is_within(const Bounds& bounds, std::size_t size) {
  return value_is_within(bounds_of_size(bounds), static_cast<std::int64_t>(size));
}

// AWS does not tell the empty text that it does not match the pattern.
std::vector<std::string> violations_of_text(const Bounds& bounds, std::string_view text) {
  const Bounds effective = bounds_for(bounds, text);
  auto violations = out_of_range(effective, "length", characters_in(text));
  if (effective.pattern != NamePattern::Any && !is_name(text)) {
    violations.insert(violations.begin(), std::string(kNotInPattern));
  }
  return violations;
}

std::vector<std::string> violations_of_size(const Bounds& bounds, std::size_t size) {
  return out_of_range(bounds_of_size(bounds), "length", static_cast<std::int64_t>(size));
}

std::vector<std::string> violations_of_value(const Bounds& bounds, std::int64_t value) {
  return out_of_range(bounds, "value", value);
}

std::string all_limits(const Bounds& bounds) {
  const Bounds effective = bounds_for(bounds, {});
  std::vector<std::string> limits;
  if (has_max(effective)) limits.push_back(at_most("length", effective.max));
  if (has_min(effective)) limits.push_back(at_least("length", effective.min));
  if (effective.pattern != NamePattern::Any) limits.emplace_back(kNotInPattern);
  if (limits.empty()) limits.emplace_back("Member must not be null");
  return fmt::format("[{}]", fmt::join(limits, ", "));
}

std::string not_among(api::EnumWords words) {
  return fmt::format("Member must satisfy enum value set: [{}]", fmt::join(words, ", "));
}

}  // namespace partita::protocol
