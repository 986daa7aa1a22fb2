#include "model/rules/check.h"

#include <fmt/format.h>

#include <utility>

#include "model/rules/key_rules.h"
#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

using model::Enforcement;

// AWS: UpdateItem creates an item that does not exist. Ours: only a complete one.
void check_creation_by_update(Judgement& judgement) {
  std::vector<std::string> missing;
  for (const model::Attribute& attribute : judgement.program.entity->attributes) {
    const SlotIndex slot = judgement.program.slot_of(attribute.name);
    const bool is_weaker = judgement.program[slot].level != judgement.program.level;
    if (attribute.is_required && !is_weaker && !judgement.draft.at(slot)) {
      missing.push_back(attribute.name);
    }
  }
  if (missing.empty()) return;
  Fault fault{.code = kIncomplete, .rule = "required"};
  fault.detail = fmt::format(
      "the update would create an item without {}; create it first or add attribute_exists({})",
      joined(missing), judgement.program.table->partition_key);
  fault.allowed = std::move(missing);
  return judgement.report(judgement.program.level, About::Item, "", std::move(fault));
}

bool creates_by_update(const Judgement& judgement) {
  return judgement.creates() && judgement.change.kind == WriteKind::Update;
}

void check_required(Judgement& judgement, SlotIndex index) {
  const bool is_wanted = judgement.is_whole() || judgement.draft.before(index);
  if (!judgement.program[index].attribute->is_required || !is_wanted) return;
  // One M107 names them all.
  if (creates_by_update(judgement)) return;
  return judgement.report(index,
                          {.code = kInvalid, .rule = "required", .detail = "a value is required"});
}

void check_immutable(Judgement& judgement, SlotIndex index) {
  const auto before = judgement.draft.before(index);
  if (!judgement.program[index].attribute->is_immutable || !before || judgement.is_undo()) return;
  if (!judgement.draft.is_changed(index)) return;
  const auto value = judgement.draft.at(index);
  Fault fault{.code = kImmutable, .rule = "immutable"};
  fault.value = value ? shown(*value) : "absent";
  fault.current = shown(*before);
  fault.detail = fmt::format("is immutable; it is {}, the request has {}", fault.current,
                             value ? fault.value : "none");
  return judgement.report(index, std::move(fault));
}

// Whether the value is another one than was stored, or means something else now: a union's case is
// chosen by another attribute.
bool has_new_value(const Judgement& judgement, SlotIndex index) {
  if (judgement.draft.is_changed(index)) return true;
  const model::AttributeType& type = judgement.program[index].type();
  if (type.kind != model::AttributeKind::Union) return false;
  const auto on = judgement.program.find_slot(type.on);
  return on && judgement.draft.is_changed(*on);
}

// Whether the item had the value before.
bool is_kept(const Judgement& judgement, SlotIndex index) {
  return judgement.draft.at(index) && !judgement.draft.is_changed(index);
}

void check_when(Judgement& judgement, SlotIndex index) {
  const auto beside = [&](std::string_view name) { return judgement.draft.find(name); };
  auto fault = check_only_when(*judgement.program[index].attribute, beside);
  if (fault != nullptr) judgement.report(index, std::move(*fault));
}

bool is_checked(const Slot& slot) {
  return slot.attribute != nullptr && slot.level != Enforcement::Off;
}

void check_slot(Judgement& judgement, SlotIndex index) {
  const Slot& slot = judgement.program[index];
  const auto value = judgement.draft.at(index);
  check_immutable(judgement, index);
  if (!value) return check_required(judgement, index);
  const auto beside = [&](std::string_view name) { return judgement.draft.find(name); };
  if (!is_kept(judgement, index)) check_when(judgement, index);
  if (!judgement.is_whole() && !has_new_value(judgement, index)) return;
  auto fault = check_value(*slot.attribute, *value, beside);
  if (fault != nullptr) judgement.report(index, std::move(*fault));
}

// Refused, never stripped: an attribute that is lost without a word is worse than an error.
void check_unknown(Judgement& judgement) {
  if (!judgement.program.table->rejects_unknown_attributes) return;
  for (const MemberView& member : judgement.draft.request().attributes()) {
    if (judgement.program.find_slot(member.name)) continue;
    const auto& before = judgement.draft.before();
    if (before && before->find(member.name) == member.value) continue;
    Fault fault{.code = kInvalid, .rule = "unknown_attributes", .value = shown(member.value)};
    fault.detail = fmt::format("is no attribute of {}", judgement.program.entity->name);
    judgement.report(judgement.program.level, About::Attribute, member.name, std::move(fault));
  }
}

// An item that loses what its entity is known by would be found by nobody who looks for it.
void check_match(Judgement& judgement) {
  for (const model::AttributeMatch& match : judgement.program.entity->match) {
    const auto slot = judgement.program.find_slot(match.attribute);
    if (!slot || judgement.draft.at(*slot) || !judgement.draft.before(*slot)) continue;
    judgement.report(judgement.program.level, About::Attribute, match.attribute,
                     {.code = kInvalid,
                      .rule = "match",
                      .detail = "cannot be removed: it tells which entity the item is"});
  }
}

// The latest row of such an entity has not the data that an update would have to keep.
void check_pointer_row(Judgement& judgement) {
  const auto& versioned = judgement.program.entity->versioned;
  const bool is_pointer = versioned && !versioned->copies_all;
  const bool keeps_data = judgement.change.kind == WriteKind::Update || judgement.is_undo();
  if (!is_pointer || !keeps_data) return;
  return judgement.report(judgement.program.level, About::Item, "",
                          {.code = kServerOwned,
                           .rule = "versioned",
                           .detail = "its latest row is only a pointer; put the whole item"});
}

}  // namespace

void check(Judgement& judgement) {
  check_pointer_row(judgement);
  if (creates_by_update(judgement)) check_creation_by_update(judgement);
  for (SlotIndex i = 0; i < judgement.program.slots.size(); ++i) {
    if (is_checked(judgement.program[i])) check_slot(judgement, i);
  }
  check_match(judgement);
  check_unknown(judgement);
  check_keys(judgement);
}

void check_kept(Judgement& judgement) {
  for (SlotIndex i = 0; i < judgement.program.slots.size(); ++i) {
    if (!is_checked(judgement.program[i]) || !is_kept(judgement, i)) continue;
    check_when(judgement, i);
  }
}

}  // namespace partita::rules
