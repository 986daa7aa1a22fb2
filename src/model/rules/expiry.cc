#include "model/rules/expiry.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

#include "model/rules/stamps.h"
#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

using model::Duration;
using model::Instant;

std::string day_and_time(Instant instant) {
  std::string text;
  model::append_timestamp(text, instant, model::TimestampEncoding::Rfc3339);
  return text;
}

// "363 days", "30 hours": the largest unit of which there are two at least.
std::string span_text(Duration span) {
  struct Unit {
    std::string_view name;
    Duration length;
  };
  constexpr std::array<Unit, 3> kUnits = {Unit{"days", std::chrono::days(1)},
                                          Unit{"hours", std::chrono::hours(1)},
                                          Unit{"minutes", std::chrono::minutes(1)}};
  for (const Unit& unit : kUnits) {
    if (span >= 2 * unit.length) return fmt::format("{} {}", span / unit.length, unit.name);
  }
  return fmt::format("{} seconds", span / std::chrono::seconds(1));
}

Fault wrong_expiry(const model::Expiry& expiry, const ValueView& sent, Instant given,
                   const ValueView& expected_value, Instant expected) {
  Fault fault{.code = kNotComputed, .rule = "expire", .value = shown(sent)};
  const bool is_early = given < expected;
  fault.allowed.push_back(shown(expected_value));
  fault.detail = fmt::format(
      "{} ({}) is {} {} {} + {} = {} ({}), tolerance {}; omit it to have it set", fault.value,
      day_and_time(given), span_text(is_early ? expected - given : given - expected),
      is_early ? "before" : "after", expiry.from, model::duration_text(expiry.after),
      shown(expected_value), day_and_time(expected), model::duration_text(expiry.tolerance));
  return fault;
}

// What cannot be read is left for the check of its type to refuse.
std::optional<Instant> given_instant(const Slot& slot, const std::optional<ValueView>& value) {
  if (value && value->type() == ValueType::N &&
      slot.encoding() == model::TimestampEncoding::EpochS &&
      looks_like_milliseconds(value->number())) {
    return std::nullopt;
  }
  return instant_of(slot, value);
}

// An item that has lived without the attribute is not given one by a write that is about
// something else: it might be gone at once.
bool is_due(const Judgement& judgement, SlotIndex slot, SlotIndex from) {
  return judgement.is_whole() || judgement.draft.before(slot) || judgement.draft.is_changed(from);
}

}  // namespace

void settle_expiry(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const model::Expiry& expiry = *judgement.program.entity->expire;
  // Where only this rule is weaker, nothing of it is written.
  const bool fills = judgement.program.expire_level == judgement.program.level;
  const Slot& slot = judgement.program[index];
  const SlotIndex from_index = judgement.program.slot_of(expiry.from);
  const auto from = instant_of(judgement.program[from_index], draft.at(from_index));
  if (!from || judgement.program.expire_level == model::Enforcement::Off) return;
  const Instant expected = *from + expiry.after;
  if (!model::is_representable(expected)) return;
  const ValueView value = draft.keep(model::timestamp_value(expected, slot.encoding()));

  if (!draft.has(index)) {
    if (fills && is_due(judgement, index, from_index)) draft.set(index, value);
    return;
  }
  const auto given = given_instant(slot, draft.at(index));
  if (!given || std::chrono::abs(*given - expected) <= expiry.tolerance) return;
  if (const auto sent = draft.sent(index)) {
    return judgement.report(judgement.program.expire_level, About::Attribute, slot.name,
                            wrong_expiry(expiry, *sent, *given, value, expected));
  }
  if (fills && draft.is_changed(from_index)) draft.set(index, value);
}

}  // namespace partita::rules
