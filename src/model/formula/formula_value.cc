#include <utility>

#include "model/formula/decimal.h"
#include "model/formula/formula.h"

namespace partita::model {

std::string_view describe(FormulaType type) {
  constexpr std::string_view kTexts[] = {"a truth value", "a number",   "a text",
                                         "a timestamp",   "a duration", "a value of another type"};
  return kTexts[static_cast<std::size_t>(type)];
}

std::optional<ValueView> ItemImages::find(FormulaSource source,
                                          std::span<const PathStep> path) const {
  const auto& image = source == FormulaSource::New ? after_ : before_;
  if (!image || source == FormulaSource::Parameter) return std::nullopt;
  return image->follow(path);
}

bool FormulaValue::holds() const {
  const bool* boolean = std::get_if<bool>(&content_);
  return boolean != nullptr && *boolean;
}

std::optional<std::string_view> FormulaValue::text() const {
  if (const auto* view = std::get_if<std::string_view>(&content_)) return *view;
  if (const auto* own = std::get_if<std::string>(&content_)) return *own;
  return std::nullopt;
}

std::optional<Number> FormulaValue::number() const {
  constexpr std::int64_t kMillisecondsInSecond = 1000;
  if (const auto* number = std::get_if<Number>(&content_)) return *number;
  if (const auto* instant = std::get_if<Instant>(&content_)) {
    return Number(instant->time_since_epoch().count());
  }
  if (const auto* duration = std::get_if<Duration>(&content_)) {
    return divide(duration->count(), kMillisecondsInSecond);
  }
  return std::nullopt;
}

std::optional<Value> FormulaValue::to_value(TimestampEncoding encoding) const {
  if (const bool* boolean = std::get_if<bool>(&content_)) return Value(*boolean);
  if (const auto content = text()) return Value(*content);
  if (const auto* view = std::get_if<ValueView>(&content_)) return view->to_value();
  if (const auto* instant = std::get_if<Instant>(&content_)) {
    if (!is_representable(*instant)) return std::nullopt;
    return timestamp_value(*instant, encoding);
  }
  const auto count = number();
  return count ? std::optional(Value(*count)) : std::nullopt;
}

}  // namespace partita::model
