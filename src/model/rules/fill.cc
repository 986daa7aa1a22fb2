#include "model/rules/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "model/rules/completion.h"
#include "model/rules/counters.h"
#include "model/rules/formulas.h"
#include "model/rules/identifier.h"
#include "model/rules/key_rules.h"
#include "model/rules/lifecycle.h"
#include "model/rules/stamps.h"
#include "model/rules/tuples.h"
#include "model/rules/value_check.h"

namespace partita::rules {
namespace {

using model::Attribute;
using model::Enforcement;

// NULL is kept or counts as absent, as the table says; only where it is allowed at all.
bool is_dropped_null(const Judgement& judgement, const Slot& slot, const ValueView& value) {
  return value.type() == ValueType::Null && judgement.program.table->removes_nulls &&
         slot.attribute != nullptr && slot.attribute->is_nullable;
}

void complete_value(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const auto sent = draft.sent(index);
  if (!sent) return;
  const auto beside = [&draft](std::string_view name) { return draft.find(name); };
  const auto value = completed(judgement.program[index].type(), *sent, beside);
  if (value) draft.reword(index, draft.keep(*value));
}

bool is_union(const Slot& slot) {
  return slot.attribute != nullptr && slot.type().kind == model::AttributeKind::Union;
}

// Brings what the request gives into the form in which it is compared and stored.
void normalise(Judgement& judgement) {
  Draft& draft = judgement.draft;
  take_tuples(judgement);
  for (SlotIndex i = 0; i < judgement.program.slots.size(); ++i) {
    const Slot& slot = judgement.program[i];
    if (slot.level == Enforcement::Off) continue;
    const auto sent = draft.sent(i);
    if (!sent) continue;
    if (is_dropped_null(judgement, slot, *sent)) {
      draft.reword(i, std::nullopt);
    } else if (repeats_stored_time(judgement, i)) {
      draft.reword(i, draft.before(i));
    } else if (slot.is_completable && !is_union(slot)) {
      complete_value(judgement, i);
    }
  }
}

// The cases of a union depend on another attribute, which may have been filled.
void complete_unions(Judgement& judgement) {
  for (SlotIndex i = 0; i < judgement.program.slots.size(); ++i) {
    const Slot& slot = judgement.program[i];
    if (slot.is_completable && slot.level != Enforcement::Off && is_union(slot)) {
      complete_value(judgement, i);
    }
  }
}

// "4bf92f35-77b3-4da6-a3ce-929d0e0e4736": the id of a trace, as UUIDs are written.
std::string as_uuid(std::string_view hex) {
  return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20));
}

// By which the caller follows its request, or a new id. A header that does not fit the attribute is
// no reason to refuse an item.
Value request_id(const Judgement& judgement, const Attribute& attribute, Random& random) {
  constexpr std::size_t kTraceIdDigits = 32;
  const std::string_view given = judgement.change.correlation;
  const bool is_trace = given.size() == kTraceIdDigits &&
                        given.find_first_not_of("0123456789abcdefABCDEF") == given.npos;
  const bool is_uuid = attribute.type->format == model::TextFormat::Uuid;
  Value id(is_trace && is_uuid ? as_uuid(given) : std::string(given));
  const auto beside = [&](std::string_view name) { return judgement.draft.find(name); };
  const EncodedValue encoded(id);
  if (!given.empty() && check_value(attribute, encoded.view(), beside) == nullptr) return id;
  return Value(make_identifier({model::IdGenerator::Kind::Uuid4, {}, {}}, judgement.now(), random));
}

std::optional<Value> first_value(const Judgement& judgement, const Slot& slot, Random& random) {
  const Attribute& attribute = *slot.attribute;
  if (attribute.type->kind == model::AttributeKind::Const) return attribute.type->constant;
  if (attribute.default_value) return attribute.default_value;
  if (attribute.generate) {
    return Value(make_identifier(*attribute.generate, judgement.now(), random));
  }
  if (attribute.is_from_request) return request_id(judgement, attribute, random);
  if (attribute.auto_stamp != model::AutoStamp::Create) return std::nullopt;
  return model::timestamp_value(judgement.now(), slot.encoding());
}

// What belongs to an item from its creation on stays when a put replaces the item without it.
bool outlives_put(const Attribute& attribute) {
  return attribute.is_immutable || attribute.generate || attribute.is_from_request ||
         attribute.auto_stamp == model::AutoStamp::Create;
}

// What never changes stays, too, although nothing would fill it. What depends on other attributes
// by `only_when` is asked for once those are there.
void keep_immutable(Judgement& judgement, bool is_conditional) {
  if (!judgement.is_whole() || judgement.is_undo()) return;
  Draft& draft = judgement.draft;
  const auto beside = [&draft](std::string_view name) { return draft.find(name); };
  for (SlotIndex i = 0; i < judgement.program.slots.size(); ++i) {
    const Slot& slot = judgement.program[i];
    if (slot.attribute == nullptr || !slot.attribute->is_immutable) continue;
    if (slot.attribute->only_when.has_value() != is_conditional) continue;
    const auto before = draft.at(i) ? std::nullopt : draft.before(i);
    if (!before || slot.level == Enforcement::Off) continue;
    if (check_only_when(*slot.attribute, beside) == nullptr) draft.set(i, *before);
  }
}

// An update cannot take away what has one value in every item of the entity.
bool is_lost_constant(const Judgement& judgement, SlotIndex index) {
  return judgement.program[index].type().kind == model::AttributeKind::Const &&
         judgement.draft.before(index);
}

void fill_missing(Judgement& judgement, SlotIndex index, Random& random) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  if (draft.at(index) || slot.level == Enforcement::Off) return;
  if (!judgement.is_whole() && !is_lost_constant(judgement, index)) return;
  const auto beside = [&draft](std::string_view name) { return draft.find(name); };
  if (check_only_when(*slot.attribute, beside) != nullptr) return;
  const auto before = draft.before(index);
  if (before && outlives_put(*slot.attribute)) {
    draft.set(index, *before);
  } else if (const auto value = first_value(judgement, slot, random)) {
    draft.set(index, draft.keep(*value));
  }
}

void stamp_schema_version(Judgement& judgement) {
  const auto& schema = judgement.program.entity->schema_version;
  if (!schema || !judgement.is_whole()) return;
  const SlotIndex slot = judgement.program.slot_of(schema->attribute);
  if (!judgement.draft.at(slot)) judgement.draft.set(slot, judgement.draft.keep(schema->value));
}

// Templates stand in quotes, formulas do not.
Fault other_value(const Slot& slot, const ValueView& sent, const std::optional<ValueView>& expected,
                  std::string_view source) {
  const bool is_formula =
      slot.attribute != nullptr && (slot.attribute->derived || slot.attribute->computed);
  const std::string origin = is_formula ? std::string(source) : shown(source);
  Fault fault{.code = kNotComputed, .rule = "computed", .value = shown(sent)};
  if (expected) {
    fault.allowed.push_back(shown(*expected));
    fault.detail = fmt::format("{} differs from {} = {}; omit it to have it set", fault.value,
                               origin, fault.allowed.front());
  } else {
    fault.detail = fmt::format("{} was given, but {} has no value; omit it", fault.value, origin);
  }
  return fault;
}

}  // namespace

void fill(Judgement& judgement, Random& random) {
  normalise(judgement);
  read_keys(judgement);
  keep_immutable(judgement, false);
  for (const SlotIndex slot : judgement.program.fills) fill_missing(judgement, slot, random);
  keep_immutable(judgement, true);
  complete_unions(judgement);
  stamp_schema_version(judgement);
  enter_state(judgement);
  count_up(judgement);
  stamp_update(judgement);
  run_formulas(judgement);
  derive_index_keys(judgement);
  return drop_tuples(judgement);
}

void fill_keys(Judgement& judgement, Random& random) {
  normalise(judgement);
  read_keys(judgement);
  for (const SlotIndex slot : judgement.program.fills) {
    const auto is_part = [slot](const Slot& key) {
      return std::ranges::find(key.key_variables, slot) != key.key_variables.end();
    };
    const auto& keys = judgement.program.keys;
    const bool is_key = std::ranges::find(keys, slot) != keys.end();
    if (is_key || std::ranges::any_of(judgement.program.slots, is_part)) {
      fill_missing(judgement, slot, random);
    }
  }
  return render_keys(judgement);
}

void settle(Judgement& judgement, SlotIndex slot, std::optional<ValueView> expected,
            std::string_view source) {
  Draft& draft = judgement.draft;
  const auto current = draft.at(slot);
  if (current == expected) return;
  const bool is_null = current && current->type() == ValueType::Null;
  if (!expected && is_null) return;
  const auto sent = draft.sent(slot);
  if (sent && !is_null && !judgement.is_undo()) {
    judgement.report(slot, other_value(judgement.program[slot], *sent, expected, source));
  }
  if (expected) {
    draft.set(slot, *expected);
  } else {
    draft.remove(slot);
  }
}

}  // namespace partita::rules
