#include "model/rules/key_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/rules/fill.h"
#include "model/rules/multi_keys.h"

namespace partita::rules {
namespace {

Fault separator_fault(std::string_view key, const Error& error) {
  return {
      .code = kHasSeparator, .rule = "key", .detail = fmt::format("{}: {}", key, error.message())};
}

std::string key_text(const ValueView& value) {
  return value.type() == ValueType::S ? std::string(value.string()) : shown(value);
}

bool is_complete(const Draft& draft, const std::vector<SlotIndex>& slots) {
  return std::ranges::all_of(slots, [&](SlotIndex slot) { return draft.at(slot).has_value(); });
}

void read_key(Judgement& judgement, const Slot& key, std::string_view text) {
  Draft& draft = judgement.draft;
  const auto take = [&](const model::TemplateVariable& variable, std::string_view part) {
    const auto slot = judgement.program.find_slot(variable.name);
    if (!variable.is_reversible() || !slot || draft.at(*slot)) return;
    const auto value = value_in_key(judgement.program[*slot].attribute, part);
    if (value) draft.set(*slot, draft.keep(*value));
  };
  if (key.key->matches(text)) key.key->read_back(text, take);
}

Fault other_key(const Slot& slot, const ValueView& value, const std::optional<ValueView>& made) {
  Fault fault{.code = kOtherKey, .rule = "key", .value = key_text(value)};
  if (made) {
    fault.allowed.push_back(key_text(*made));
    fault.detail = fmt::format("{}=\"{}\" does not equal template \"{}\" = \"{}\"", slot.name,
                               fault.value, slot.key->text(), key_text(*made));
  } else {
    fault.detail = fmt::format("{}=\"{}\" does not match template \"{}\"", slot.name, fault.value,
                               slot.key->text());
  }
  return fault;
}

void check_key(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  const auto value = draft.at(index);
  if (!value) return;
  const auto find = [&draft](std::string_view name) { return draft.find(name); };
  auto made = render_key(*slot.key, find);
  if (!made.ok()) {
    return judgement.report(judgement.program.level, About::Key, slot.name,
                            separator_fault(slot.name, made.error()));
  }
  const auto expected = *made ? std::optional(draft.keep(**made)) : std::nullopt;
  if (expected == value) return;
  return judgement.report(judgement.program.level, About::Key, slot.name,
                          other_key(slot, *value, expected));
}

void derive_single(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const Slot& slot = judgement.program[index];
  const auto find = [&draft](std::string_view name) { return draft.find(name); };
  auto made = render_key(slot.index_key->key, find);
  if (!made.ok()) {
    return judgement.report(index, separator_fault(slot.index_key->key.text(), made.error()));
  }
  const auto expected = *made ? std::optional(draft.keep(**made)) : std::nullopt;
  return settle(judgement, index, expected, slot.index_key->key.text());
}

// The item stores the entry that the request, or the stored item, has if it is one of them.
void put_stored_first(const Draft& draft, SlotIndex index, std::vector<std::string>& entries) {
  const auto current = draft.at(index);
  if (!current || current->type() != ValueType::S) return;
  const auto found = std::ranges::find(entries, current->string());
  if (found != entries.end()) std::rotate(entries.begin(), found, found + 1);
}

void derive_multiple(Judgement& judgement, SlotIndex index) {
  Draft& draft = judgement.draft;
  const model::IndexKey& key = *judgement.program[index].index_key;
  const auto find = [&draft](std::string_view name) { return draft.find(name); };
  auto entries = multi_key_values(key, find);
  if (!entries.ok()) {
    return judgement.report(index, separator_fault(key.key.text(), entries.error()));
  }
  if (entries->size() > kMultiKeyValuesMax) {
    return judgement.report(index, {.code = kInvalid,
                                    .rule = "each",
                                    .detail = fmt::format("{} gives more than {} entries", key.each,
                                                          kMultiKeyValuesMax)});
  }
  put_stored_first(draft, index, *entries);
  const auto first =
      entries->empty() ? std::nullopt : std::optional(draft.keep(Value(entries->front())));
  return settle(judgement, index, first, key.key.text());
}

// The sort key of the version row that goes with this write.
void settle_pointer(Judgement& judgement) {
  const auto& versioned = judgement.program.entity->versioned;
  if (!versioned || versioned->pointer.empty() || versioned->row.keys.empty()) return;
  Draft& draft = judgement.draft;
  const model::KeyTemplate& key = versioned->row.keys.back().key;
  const SlotIndex slot = judgement.program.slot_of(versioned->pointer);
  auto made = render_key(key, [&draft](std::string_view name) { return draft.find(name); });
  if (!made.ok()) return judgement.report(slot, separator_fault(key.text(), made.error()));
  const auto expected = *made ? std::optional(draft.keep(**made)) : std::nullopt;
  return settle(judgement, slot, expected, key.text());
}

}  // namespace

std::optional<Value> value_in_key(const model::Attribute* attribute, std::string_view text) {
  const auto type = attribute == nullptr ? std::nullopt : model::stored_type(*attribute->type);
  if (type != ValueType::N) return Value(text);
  auto number = Number::parse(text);
  return number.ok() ? std::optional(Value(*number)) : std::nullopt;
}

Result<std::optional<Value>> render_key(const model::KeyTemplate& key, Siblings attributes) {
  if (key.is_bare_variable()) {
    const auto value = attributes(key.parts().front().variable->name);
    const bool is_key = value && (value->type() == ValueType::S || value->type() == ValueType::N ||
                                  value->type() == ValueType::B);
    return is_key ? std::optional(value->to_value()) : std::nullopt;
  }
  std::string text;
  const bool is_made = TRY(key.render(text, attributes));
  return is_made ? std::optional(Value(std::move(text))) : std::nullopt;
}

void read_keys(Judgement& judgement) {
  for (const SlotIndex index : judgement.program.keys) {
    const Slot& slot = judgement.program[index];
    const auto value = judgement.draft.at(index);
    if (!value || is_complete(judgement.draft, slot.key_variables)) continue;
    if (value->type() == ValueType::S) read_key(judgement, slot, value->string());
    if (value->type() == ValueType::N) {
      read_key(judgement, slot, value->number().to_string());
    }
  }
}

void render_keys(Judgement& judgement) {
  Draft& draft = judgement.draft;
  for (const SlotIndex index : judgement.program.keys) {
    const Slot& slot = judgement.program[index];
    if (draft.at(index)) continue;
    auto made = render_key(*slot.key, [&](std::string_view name) { return draft.find(name); });
    if (!made.ok()) {
      judgement.report(judgement.program.level, About::Key, slot.name,
                       separator_fault(slot.name, made.error()));
    } else if (*made) {
      draft.set(index, draft.keep(**made));
    }
  }
}

void check_keys(Judgement& judgement) {
  for (const SlotIndex index : judgement.program.keys) {
    // A key that is the attribute itself cannot differ from it.
    const Slot& slot = judgement.program[index];
    const bool is_itself = slot.key->is_bare_variable() && slot.key_variables.empty();
    if (!is_itself) check_key(judgement, index);
  }
}

void derive_index_keys(Judgement& judgement) {
  settle_pointer(judgement);
  for (const SlotIndex index : judgement.program.index_keys) {
    const bool is_multiple = !judgement.program[index].index_key->each.empty();
    is_multiple ? derive_multiple(judgement, index) : derive_single(judgement, index);
  }
}

}  // namespace partita::rules
