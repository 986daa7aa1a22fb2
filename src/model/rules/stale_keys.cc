#include "model/rules/stale_keys.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/rules/formulas.h"
#include "model/rules/judgement.h"
#include "model/rules/key_rules.h"

namespace partita::rules {
namespace {

std::string readable(const std::optional<ValueView>& value) {
  if (!value) return "";
  return value->type() == ValueType::S ? std::string(value->string()) : shown(*value);
}

// Nullopt if the template lacks a value or cannot hold it: that is not the fault of the key.
std::optional<ValueView> derived_key(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  const bool is_itself = slot.key->is_bare_variable() && slot.key_variables.empty();
  if (is_itself) return draft.at(index);
  const auto made =
      render_key(*slot.key, [&draft](std::string_view name) { return draft.find(name); });
  return made.ok() && *made ? std::optional(draft.keep(**made)) : std::nullopt;
}

bool is_index_key(const model::Table& table, std::string_view attribute) {
  const auto holds = [attribute](const auto& names) {
    return std::ranges::find(names, attribute) != names.end();
  };
  return std::ranges::any_of(table.indexes, [&](const model::Index& index) {
    return index.notes.is_live && (holds(index.partition) || holds(index.sort));
  });
}

// The key attributes of indexes that the rules give their values.
std::vector<SlotIndex> derived_for_indexes(const RowProgram& program) {
  std::vector<SlotIndex> slots = program.index_keys;
  for (const FormulaStep& step : program.formulas) {
    const bool is_listed = std::ranges::find(slots, step.slot) != slots.end();
    if (!is_listed && is_index_key(*program.table, program[step.slot].name)) {
      slots.push_back(step.slot);
    }
  }
  return slots;
}

}  // namespace

std::vector<StaleKey> find_stale_keys(const RowProgram& program, const ItemView& item,
                                      model::Instant now) {
  JudgedWrite change;
  change.before = item;
  change.after = item;
  change.now = now;
  change.is_server = true;
  // Only what follows from the item as it is: no defaults, no stamps, no new ids.
  Judgement judgement(program, change, item, item);
  read_keys(judgement);
  run_formulas(judgement);
  derive_index_keys(judgement);

  std::vector<StaleKey> stale;
  const auto compare = [&](SlotIndex slot, const std::optional<ValueView>& derived, bool is_table) {
    const std::string_view name = program[slot].name;
    const auto stored = item.find(name);
    if (derived == stored) return;
    stale.push_back({.entity = program.entity,
                     .attribute = std::string(name),
                     .is_table_key = is_table,
                     .stored = readable(stored),
                     .derived = readable(derived)});
  };
  for (const SlotIndex slot : program.keys) {
    const auto derived = derived_key(judgement, slot);
    if (derived) compare(slot, derived, true);
  }
  for (const SlotIndex slot : derived_for_indexes(program)) {
    const bool is_table_key = std::ranges::find(program.keys, slot) != program.keys.end();
    if (!is_table_key) compare(slot, judgement.draft.at(slot), false);
  }
  return stale;
}

}  // namespace partita::rules
