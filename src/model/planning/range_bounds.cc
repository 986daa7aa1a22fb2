#include "model/planning/range_bounds.h"

#include <fmt/format.h>

namespace partita::planning {
namespace {

using model::AttributeKind;

// Behind every key that goes on in ASCII, as canonical timestamps and separators do.
constexpr std::string_view kAfterText = "~";
// Behind every text that goes on at all: U+10FFFF.
constexpr std::string_view kAfterAnything = "\xF4\x8F\xBF\xBF";

enum class Side { Lower, Upper };

Error bad_bound(const ParameterRange& range, std::string_view text, std::string_view expected) {
  return Error::invalid_argument(fmt::format("{}: `{}` is no bound of {}; expected {}",
                                             range.parameter, text, range.attribute, expected));
}

// A stored bound without what stands before it: a text, or a number.
struct Bound {
  std::string text;
  bool is_number = false;
};

std::string encoded(model::Instant instant, model::TimestampEncoding encoding) {
  std::string text;
  append_timestamp(text, instant, encoding);
  return text;
}

Result<Bound> day_bound(const ParameterRange& range, model::Day day, Side side) {
  const auto encoding = range.type->encoding;
  if (is_text(encoding)) {
    std::string text = model::day_text(day);
    if (side == Side::Upper) text += kAfterText;
    return Bound{std::move(text), false};
  }
  const model::Instant first(day);
  const model::Instant last = first + std::chrono::days(1) - model::Duration(1);
  return Bound{encoded(side == Side::Lower ? first : last, encoding), true};
}

Result<Bound> time_bound(const ParameterRange& range, std::string_view text, Side side) {
  if (const auto day = model::parse_day(text)) return day_bound(range, *day, side);
  const auto encoding = range.type->encoding;
  if (const auto instant = model::parse_rfc3339(text)) {
    return Bound{encoded(*instant, encoding), !is_text(encoding)};
  }
  auto number = Number::parse(text);
  const bool is_epoch =
      !is_text(encoding) && number.ok() && read_timestamp(Value(*number), encoding).has_value();
  if (!is_epoch) {
    return bad_bound(
        range, text,
        fmt::format("a day such as 2025-10-31 or an instant such as {}", example_of(encoding)));
  }
  return Bound{number->to_string(), true};
}

Result<Bound> number_bound(const ParameterRange& range, std::string_view text) {
  auto number = Number::parse(text);
  if (!number.ok()) return bad_bound(range, text, "a number");
  std::string digits = number->to_string();
  const auto width = static_cast<std::size_t>(range.width);
  if (range.is_rendered && digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return Bound{std::move(digits), true};
}

Result<Bound> bound_of(const ParameterRange& range, std::string_view text, Side side) {
  if (range.type == nullptr) return Bound{std::string(text), false};
  switch (range.type->kind) {
    case AttributeKind::Timestamp:
      return time_bound(range, text, side);
    case AttributeKind::Date:
      if (!model::parse_day(text)) return bad_bound(range, text, "a day such as 2025-10-31");
      return Bound{std::string(text), false};
    case AttributeKind::Int:
    case AttributeKind::Number:
      return number_bound(range, text);
    default:
      return Bound{std::string(text), false};
  }
}

Result<Value> key_value(const ParameterRange& range, std::string_view before, const Bound& bound,
                        Side side) {
  if (!range.is_rendered && bound.is_number) {
    auto number = TRY(Number::parse(bound.text));
    return Value(number);
  }
  std::string key(before);
  key += bound.text;
  if (side == Side::Upper && !range.tail.empty() && !key.ends_with(kAfterText)) key += range.tail;
  return Value(std::move(key));
}

Result<std::optional<Value>> key_bound(const ParameterRange& range, std::string_view before,
                                       const std::optional<std::string_view>& text, Side side) {
  if (text) {
    auto bound = TRY(bound_of(range, *text, side));
    auto value = TRY(key_value(range, before, bound, side));
    return std::optional<Value>(std::move(value));
  }
  if (before.empty()) return std::optional<Value>();
  std::string key(before);
  if (side == Side::Upper) key += kAfterAnything;
  return std::optional<Value>(std::move(key));
}

}  // namespace

Result<RangeBounds> range_bounds(const ParameterRange& range, std::string_view before,
                                 const RangeText& text) {
  RangeBounds bounds;
  bounds.lower = TRY(key_bound(range, before, text.from, Side::Lower));
  bounds.upper = TRY(key_bound(range, before, text.to, Side::Upper));
  if (bounds.lower && bounds.upper && compare(*bounds.lower, *bounds.upper) > 0) {
    return Error::invalid_argument(
        fmt::format("{}: the range ends before it begins", range.parameter));
  }
  return bounds;
}

}  // namespace partita::planning
