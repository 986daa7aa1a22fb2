#include "dynamodb/operations/write_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "dynamodb/operations/key_paths.h"
#include "dynamodb/operations/legacy_update.h"
#include "language/expression/condition_explanation.h"
#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "store/items/index_keys.h"
#include "store/items/item_key.h"

namespace partita::operations {
namespace {

using Image = std::optional<ItemView>;
using UpdateOfItem = operations::ItemUpdate;

// AWS, measured: UpdateItem counts a few bytes for each action instead of the key attributes, if
// that is more.
std::size_t counted_bytes(const UpdateOfItem& action, const ItemView& after) {
  const std::size_t whole = size_bytes(after);
  if (!action.counts_actions) return whole;
  using Kind = expression::UpdateAction::Kind;
  const auto& update = *action.update;
  const std::size_t writes = update.count(Kind::Set) + update.count(Kind::Add);
  const std::size_t clears = update.count(Kind::Remove) + update.count(Kind::Delete);
  const std::size_t with_actions = whole - size_bytes(action.key) + 3 + 19 * writes + 2 * clears;
  return std::max(whole, with_actions);
}

Status check_updated(const catalog::Table& table, const UpdateOfItem& action, const Image& before,
                     const ItemView& after) {
  TRY(items::check_index_keys(table,
                              {.item = after, .how = items::WrittenBy::Update, .before = before}));
  // Where items are shown in more than they are stored in, the rules judge what is stored.
  const bool is_judged_later = table.extension != nullptr && table.extension->shows_items();
  if (is_judged_later || counted_bytes(action, after) <= kItemBytesMax) return {};
  return api::invalid("Item size to update has exceeded the maximum allowed size");
}

Result<Image> updated(const WritePlan& plan, const UpdateOfItem& action, const Image& before,
                      ItemWriter& writer) {
  if (!action.update) return before ? before : Image(action.key);
  if (!before && action.update->only_removes()) return Image{};
  auto applied = action.update->apply({.before = before, .key = action.key}, writer);
  if (!applied.ok() && action.is_legacy) return in_legacy_words(std::move(applied).error());
  const auto after = TRY(std::move(applied));
  TRY(check_updated(*plan.table, action, before, after));
  return Image(after);
}

Status check_condition(const WritePlan& plan, const Image& before) {
  if (!plan.condition || plan.condition->holds(before)) return {};
  const bool is_wanted = plan.returns_item_on_failure && before;
  // Programs may compare AWS's own words, so only a table with a model says more.
  const bool explains = plan.table->extension != nullptr;
  return api::conditional_check_failed(
      is_wanted ? std::optional(EncodedItem(*before)) : std::nullopt,
      explains ? expression::explain_failure(*plan.condition, before) : std::string());
}

// What is wrong with the index keys that the request itself has values for.
Status check_values_set(const catalog::Table& table, const expression::Update& update) {
  ItemWriter writer;
  for (const MemberView& member : update.values_set()) {
    writer.name(member.name);
    writer.value(member.value);
  }
  const ItemView item = TRY(writer.finish());
  return items::check_index_keys(table, {.item = item, .how = items::WrittenBy::Update});
}

// AWS: a value of another type for an index key is told before a path into another index key.
Status check_update_paths(const catalog::Table& table, const expression::Update& update) {
  auto checked = check_key_paths(table, update.paths());
  if (!checked.ok()) TRY(check_values_set(table, update));
  return checked;
}

// Keys have no parts that a path could lead to.
Status check_paths(const WritePlan& plan) {
  if (plan.condition) TRY(check_key_paths(*plan.table, plan.condition->paths()));
  const auto* action = std::get_if<UpdateOfItem>(&plan.action);
  if (action == nullptr || !action->update) return {};
  return check_update_paths(*plan.table, *action->update);
}

Status check_update_spares_key(const WritePlan& plan) {
  const auto* action = std::get_if<UpdateOfItem>(&plan.action);
  if (action == nullptr || !action->update) return {};
  for (const std::string_view name : action->update->names()) {
    if (plan.table->key.find(name) == nullptr) continue;
    return api::invalid(
        fmt::format("One or more parameter values were invalid: Cannot update attribute {}. This "
                    "attribute is part of the key",
                    name));
  }
  return {};
}

Status complete_keys(WritePlan& plan, const ItemView& item) {
  const items::TableExtension* rules = plan.table->extension.get();
  if (rules == nullptr) return {};
  auto completed = TRY(rules->complete_keys(item));
  if (!completed) return {};
  plan.completed = std::make_shared<const EncodedItem>(std::move(*completed));
  plan.action = ItemPut{plan.completed->view()};
  return {};
}

std::vector<std::string_view> update_targets(const WritePlan& plan) {
  const auto* action = std::get_if<UpdateOfItem>(&plan.action);
  if (action == nullptr || !action->update) return {};
  return action->update->names();
}

WriteAction action_of(const TreeWrite& request) {
  const ItemView subject = request.subject.view();
  switch (request.kind) {
    case TreeWrite::Kind::Put:
      return ItemPut{subject};
    case TreeWrite::Kind::Update:
      return UpdateOfItem{.key = subject, .update = {}, .counts_actions = false};
    case TreeWrite::Kind::Delete:
      return ItemDelete{};
    case TreeWrite::Kind::Check:
      break;
  }
  return ItemCheck{};
}

}  // namespace

Result<WritePlan> bind_write(const TreeWrite& request) {
  WritePlan plan{.scope = nullptr, .action = action_of(request)};
  plan.returns_item_on_failure = request.returns_item_on_failure;
  if (request.kind == TreeWrite::Kind::Put) {
    TRY(check_item_size(size_bytes(request.subject.view())));
  }
  const expression::Placeholders none;
  expression::PlaceholderUse use(none);
  if (auto* update = std::get_if<UpdateOfItem>(&plan.action); update && request.update) {
    update->update = TRY(expression::Update::bind(request.update, use));
  }
  if (request.condition) {
    plan.condition = TRY(expression::Condition::bind(request.condition, use));
  }
  return plan;
}

Status locate_put(WritePlan& plan, const ItemView& item) {
  TRY(complete_keys(plan, item));
  const ItemView completed = plan.completed ? plan.completed->view() : item;
  plan.key = TRY(items::key_of_item(*plan.table, completed));
  TRY(items::check_index_keys(*plan.table, {.item = completed}));
  return check_paths(plan);
}

items::WriteOrigin origin_of(const WritePlan& plan) {
  items::WriteOrigin origin{.targets = plan.targets,
                            .returns_item_on_failure = plan.returns_item_on_failure};
  if (std::holds_alternative<UpdateOfItem>(plan.action)) origin.kind = WriteKind::Update;
  if (std::holds_alternative<ItemDelete>(plan.action)) origin.kind = WriteKind::Delete;
  return origin;
}

Status locate_key(WritePlan& plan, const ItemView& key) {
  plan.key = TRY(items::key_of_argument(*plan.table, key));
  TRY(check_update_spares_key(plan));
  if (plan.table->extension != nullptr) plan.targets = update_targets(plan);
  return check_paths(plan);
}

Result<Image> decide(const WritePlan& plan, const Image& before, ItemWriter& writer) {
  TRY(check_condition(plan, before));
  if (const auto* put = std::get_if<ItemPut>(&plan.action)) return Image(put->item);
  if (const auto* update = std::get_if<UpdateOfItem>(&plan.action)) {
    return updated(plan, *update, before, writer);
  }
  if (std::holds_alternative<ItemDelete>(plan.action)) return Image{};
  return before;
}

}  // namespace partita::operations
