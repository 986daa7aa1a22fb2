#include "modelled/serving/step_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/suggestion.h"
#include "model/rules/key_rules.h"
#include "modelled/enforcement/api_refusal.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/serving/failure.h"
#include "partita/value/measure.h"

namespace partita::serving {
namespace {

using model::Entity;
using model::PatternKind;

// Where the parts of a key are mostly given.
FailureKind key_failure(const planning::PatternWritePlan& plan) {
  return plan.kind == PatternKind::Put ? FailureKind::BadBody : FailureKind::BadArgument;
}

// What the key is made of and the item lacks. An attribute that a program gives as a whole key
// counts for all of its parts.
Error incomplete_key(const planning::PatternWritePlan& plan, const ItemView& item) {
  std::vector<std::string_view> missing;
  for (const model::DerivedKey& key : plan.entity->row.keys) {
    for (const model::TemplatePart& part : key.key.parts()) {
      if (!part.variable || item.find(part.variable->name)) continue;
      if (std::ranges::find(missing, part.variable->name) == missing.end()) {
        missing.push_back(part.variable->name);
      }
    }
  }
  return failure(key_failure(plan),
                 fmt::format("the key of {} needs {}", plan.entity->name, model::listed(missing)));
}

}  // namespace

Result<EncodedItem> with_keys(const planning::PatternWritePlan& plan, EncodedItem item) {
  const ItemView view = item.view();
  const auto find = [&view](std::string_view name) { return view.find(name); };
  Item made;
  for (const model::DerivedKey& key : plan.entity->row.keys) {
    if (view.find(key.name)) continue;
    auto value = rules::render_key(key.key, find);
    if (!value.ok()) return failure(key_failure(plan), value.error().message(), "M106");
    if (!*value) return incomplete_key(plan, view);
    made.set(key.name, **std::move(value));
  }
  if (made.is_empty()) return item;
  Item whole = view.to_item();
  for (const auto& [name, value] : made) whole.set(name, value);
  TRY(check_item(whole));
  return EncodedItem(whole);
}

Result<EncodedItem> complete_keys(const enforcement::RuleContext& context,
                                  const planning::PatternWritePlan& plan, EncodedItem item) {
  const catalog::TablePointer table = context.catalog.find(plan.table->name);
  const auto* ruled = table == nullptr ? nullptr : enforcement::model_rules_of(*table);
  const Entity* entity =
      ruled == nullptr ? nullptr : ruled->rules().model().find_entity(plan.entity->name);
  if (entity == nullptr) return with_keys(plan, std::move(item));
  const auto now = std::chrono::time_point_cast<model::Duration>(context.clock.wall_now());
  auto completed = ruled->rules().complete_keys(item.view(), now, context.random, entity);
  if (!completed.ok()) {
    return enforcement::to_api_error(std::move(completed).error(), std::nullopt);
  }
  return with_keys(plan, *completed ? **std::move(completed) : std::move(item));
}

EncodedItem key_of(const model::Table& table, const ItemView& item) {
  std::vector<std::string_view> names{table.partition_key};
  if (table.has_sort_key()) names.emplace_back(table.sort_key);
  Bytes bytes;
  append_projected(bytes, item, std::span<const std::string_view>(names));
  return EncodedItem(std::move(bytes));
}

}  // namespace partita::serving
