#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/definition/model.h"

namespace partita::samples {

// A `fake` plan with its numbers settled.
struct SamplePlan {
  const model::FakePlan* fake = nullptr;
  const SamplePlan* parent = nullptr;  // Null: a root.
  std::vector<const SamplePlan*> children;
  std::uint64_t number = 0;  // Which plan of the model, for dice.
  std::uint64_t count = 0;   // Items of a root; of a child, items for each of its parent.
  model::Instant start{};    // Of a root: its items are created from here on ...
  model::Duration over{};    // ... for so long, evenly; of a child: the same from its parent on.

  const model::Entity& entity() const { return *fake->entity; }
  // The values that the file lists for the attribute or field, alone or in rows, or null.
  const std::vector<Value>* choices(std::string_view path) const;
  // Whether they are listed in rows.
  bool is_in_rows(std::string_view path) const;
  // All items, those of every parent together.
  std::uint64_t total() const { return parent == nullptr ? count : parent->total() * count; }
  // How many of them come to their end: the first ones. The others are unfinished.
  std::uint64_t finished_total() const;
};

// The nth item of a plan. The items of a child are numbered through: all of the first parent, then
// all of the second.
struct ItemId {
  const SamplePlan* plan = nullptr;
  std::uint64_t ordinal = 0;

  // Which of its siblings; for a root, which of all.
  std::uint64_t place() const { return plan->parent ? ordinal % plan->count : ordinal; }
  // REQUIRES: the plan has a parent.
  ItemId parent() const { return {plan->parent, ordinal / plan->count}; }
  ItemId child(const SamplePlan& child_plan, std::uint64_t place) const {
    return {&child_plan, ordinal * child_plan.count + place};
  }
};

// Which of the unfinished items an item is.
struct Unfinished {
  std::size_t group = 0;   // Of FakePlan::unfinished.
  std::int64_t place = 0;  // In its group, the oldest first.
};
// Nullopt if the item comes to its end.
std::optional<Unfinished> unfinished(const ItemId& item);

// Whether the attribute is a variable of the entity's key.
bool is_in_key(const model::Entity& entity, std::string_view attribute);
// The variables of the entity's key, each once.
std::vector<std::string_view> key_variables(const model::Entity& entity);
// The entity that the attribute names an item of, or null: by `references` or as end of an edge.
const model::Entity* referenced(const model::Entity& entity, std::string_view attribute);
// The names of all attributes that name items of other entities; edge ends first.
std::vector<std::string_view> reference_names(const model::Entity& entity);

}  // namespace partita::samples
