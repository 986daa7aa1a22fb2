#include "rules/stamps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace partita::rules {
namespace {

Fault older_stamp(const ValueView& sent, const ValueView& stored) {
  Fault fault{.code = kOlderStamp, .rule = "auto", .value = shown(sent)};
  fault.current = shown(stored);
  fault.detail = fmt::format("{} is older than the stored {}; omit it to have it set", fault.value,
                             fault.current);
  return fault;
}

Status stamp(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  const auto before = draft.before(index);
  const auto stored = instant_of(slot, before);
  if (const auto sent = draft.sent(index)) {
    const auto given = instant_of(slot, sent);
    if (!given || !stored || *given >= *stored) return {};
    return judgement.report(index, older_stamp(*sent, *before));
  }
  const auto stamped = std::max(judgement.now(), stored.value_or(judgement.now()));
  draft.set(index, draft.keep(model::timestamp_value(stamped, slot.encoding())));
  return {};
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

Status stamp_update(Judgement& judgement) {
  if (!judgement.changes_something) return {};
  for (const SlotIndex slot : judgement.program.update_stamps) {
    if (judgement.program[slot].level != model::Enforcement::Off) TRY(stamp(judgement, slot));
  }
  return {};
}

}  // namespace partita::rules
