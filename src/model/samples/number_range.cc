#include "model/samples/number_range.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "model/formula/decimal.h"

namespace partita::samples {
namespace {

using model::Bounds;

constexpr int kDecimals = 3;
constexpr std::int64_t kThousand = 1000;

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct RangeHint {
  std::string_view part;  // Of the name of the attribute, in small letters.
  Range range;
};

// The first that fits counts.
constexpr std::array<RangeHint, 14> kRangeHints = {{
    {"size", {20'000, 5'000'000}},
    {"bytes", {20'000, 5'000'000}},
    {"width", {320, 4096}},
    {"height", {320, 4096}},
    {"year", {1950, 2025}},
    {"retry", {0, 3}},
    {"confidence", {0, 1}},
    {"score", {0, 1}},
    {"cost", {0, 2}},
    {"price", {5, 120}},
    {"beats", {6, 16}},
    {"change", {-10, 25}},
    {"karma", {0, 500}},
    {"version", {1, 9}},
}};
constexpr Range kUsual = {1, 100};

Range usual_range(std::string_view attribute) {
  std::string name(attribute);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const RangeHint& hint : kRangeHints) {
    if (name.find(hint.part) != std::string::npos) return hint.range;
  }
  return kUsual;
}

// The bound in units of a thousandth or of one; nullopt if it is none or too large.
std::optional<std::int64_t> in_units(const std::optional<Number>& bound, std::int64_t units) {
  if (!bound) return std::nullopt;
  const auto scaled = model::multiply(*bound, Number(units));
  return scaled ? model::to_nearest_integer(*scaled) : std::nullopt;
}

std::optional<std::int64_t> lowest(const Bounds& bounds, std::int64_t units) {
  if (const auto above = in_units(bounds.above, units)) return *above + 1;
  return in_units(bounds.min, units);
}

std::optional<std::int64_t> highest(const Bounds& bounds, std::int64_t units) {
  if (const auto below = in_units(bounds.below, units)) return *below - 1;
  return in_units(bounds.max, units);
}

bool contains(const Bounds& bounds, const Number& number) {
  return (!bounds.min || number >= *bounds.min) && (!bounds.max || number <= *bounds.max) &&
         (!bounds.above || number > *bounds.above) && (!bounds.below || number < *bounds.below);
}

// What is usual, moved and cut until the bounds hold.
Range within(Range usual, std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
  const std::int64_t width = usual.high - usual.low;
  if (low && (usual.low < *low || usual.low > high.value_or(usual.low))) {
    usual = {*low, std::max(*low, usual.high > *low ? usual.high : *low + width)};
  }
  if (high && usual.high > *high) usual.high = *high;
  if (usual.low > usual.high) usual.low = low ? *low : usual.high - width;
  return usual;
}

}  // namespace

std::optional<Number> number_for(const model::AttributeType& type, std::string_view attribute,
                                 Dice& dice) {
  const bool is_whole = type.kind == model::AttributeKind::Int;
  const std::int64_t units = is_whole ? 1 : kThousand;
  Range range = usual_range(attribute);
  range = within({range.low * units, range.high * units}, lowest(type.bounds, units),
                 highest(type.bounds, units));
  if (range.low > range.high) return std::nullopt;
  const std::int64_t drawn = dice.between(range.low, range.high);
  if (is_whole) {
    const Number number(drawn);
    return contains(type.bounds, number) ? std::optional(number) : std::nullopt;
  }
  const bool is_negative = drawn < 0;
  const auto magnitude = static_cast<std::uint64_t>(is_negative ? -drawn : drawn);
  const auto number = Number::from_parts(is_negative, magnitude, -kDecimals);
  if (!number.ok() || !contains(type.bounds, *number)) return std::nullopt;
  return *number;
}

std::size_t count_within(const Bounds& bounds, std::size_t wanted) {
  const auto low = lowest(bounds, 1);
  const auto high = highest(bounds, 1);
  std::int64_t count = static_cast<std::int64_t>(wanted);
  if (low) count = std::max(count, *low);
  if (high) count = std::min(count, *high);
  return static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
}

}  // namespace partita::samples
