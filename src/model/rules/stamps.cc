#include "model/rules/stamps.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace partita::rules {
namespace {

// How far clocks differ that are right. A stored time that is further ahead was never true.
constexpr std::chrono::minutes kAheadMax(1);

// When the item was last written, as far as that can be told.
model::Instant last_update(const std::optional<model::Instant>& stored, model::Instant now) {
  return stored && *stored <= now + kAheadMax ? std::max(*stored, now) : now;
}

// A client's time is advice: it is taken unless the item was written later, or it has not come yet.
void stamp(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  const auto stored = instant_of(slot, draft.before(index));
  const auto sent = draft.sent(index);
  const auto given = instant_of(slot, sent);
  // What is no time is left for the check of its type to refuse.
  if (sent && !given) return;
  const bool is_plausible = given && *given <= judgement.now() && (!stored || *given >= *stored);
  if (is_plausible) return;
  const auto stamped = last_update(stored, judgement.now());
  draft.set(index, draft.keep(model::timestamp_value(stamped, slot.encoding())));
}

}  // namespace

std::optional<model::Instant> instant_of(const Slot& slot, const std::optional<ValueView>& value) {
  if (!value) return std::nullopt;
  if (const auto instant = model::read_timestamp(*value, slot.encoding())) return instant;
  const bool is_time_text = value->type() == ValueType::S && model::is_text(slot.encoding());
  return is_time_text ? model::parse_rfc3339(value->string()) : std::nullopt;
}

bool repeats_stored_time(const Judgement& judgement, SlotIndex index) {
  const Slot& slot = judgement.program[index];
  if (slot.attribute == nullptr || slot.type().kind != model::AttributeKind::Timestamp)
    return false;
  const auto sent = judgement.draft.sent(index);
  if (!slot.type().accepts_rfc3339 || !sent || sent->type() != ValueType::S) return false;
  const auto stored = instant_of(slot, judgement.draft.before(index));
  if (!stored || sent->string().find('.') != std::string_view::npos) return false;
  return model::parse_rfc3339(sent->string()) == std::chrono::floor<std::chrono::seconds>(*stored);
}

void stamp_update(Judgement& judgement) {
  if (!judgement.changes_something) return;
  for (const SlotIndex slot : judgement.program.update_stamps) {
    if (judgement.program[slot].level != model::Enforcement::Off) stamp(judgement, slot);
  }
}

}  // namespace partita::rules
