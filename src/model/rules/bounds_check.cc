#include "model/rules/bounds_check.h"

#include <fmt/format.h>

#include "model/rules/refusal.h"

namespace partita::rules {
namespace {

// A bound that is passed: its name, and how a text says so.
struct Passed {
  std::string_view rule;
  std::string_view words;  // "below min"
  const Number* bound = nullptr;
};

Passed find_passed(const model::Bounds& bounds, const Number& number) {
  if (bounds.min && number < *bounds.min) return {"min", "below min", &*bounds.min};
  if (bounds.max && number > *bounds.max) return {"max", "above max", &*bounds.max};
  if (bounds.above && number <= *bounds.above) return {"above", "not above", &*bounds.above};
  if (bounds.below && number >= *bounds.below) return {"below", "not below", &*bounds.below};
  return {};
}

FaultPointer fault_of(const Passed& passed, const ValueView& value, std::string detail) {
  auto fault = std::make_unique<Fault>();
  fault->code = kInvalid;
  fault->rule = passed.rule;
  fault->value = shown(value);
  fault->detail = std::move(detail);
  fault->allowed.push_back(fmt::format("{} {}", passed.rule, passed.bound->to_string()));
  return fault;
}

}  // namespace

bool has_bounds(const model::Bounds& bounds) {
  return bounds.min || bounds.max || bounds.above || bounds.below;
}

FaultPointer check_bounds(const model::Bounds& bounds, const ValueView& value) {
  if (!has_bounds(bounds)) return nullptr;
  const Passed passed = find_passed(bounds, value.number());
  if (passed.bound == nullptr) return nullptr;
  return fault_of(
      passed, value,
      fmt::format("{} is {} {}", shown(value), passed.words, passed.bound->to_string()));
}

FaultPointer check_count(const model::Bounds& bounds, std::size_t count, std::string_view units,
                         const ValueView& value) {
  const Passed passed = find_passed(bounds, Number(static_cast<std::int64_t>(count)));
  if (passed.bound == nullptr) return nullptr;
  return fault_of(passed, value,
                  fmt::format("{} has {} {}, {} {}", shown(value), count, units, passed.words,
                              passed.bound->to_string()));
}

}  // namespace partita::rules
