#include "dynamodb/operations/transact_plan.h"

#include <algorithm>

#include "dynamodb/operations/cancellations.h"
#include "dynamodb/operations/single_write.h"
#include "dynamodb/operations/table_access.h"
#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "partita/value/value_fault.h"

namespace partita::operations {
namespace {

using expression::ExpressionKind;
using Actions = std::vector<TransactAction>;

// The parameters that all four kinds of actions have.
struct Expressions {
  std::optional<std::string> update;
  std::optional<std::string> condition;
};

// AWS: placeholders without any expression are refused by PutItem and DeleteItem, but not here.
template <typename Action>
Status open_scope(const Action& action, const Expressions& expressions, WritePlan& plan) {
  if (!expressions.update && !expressions.condition) return plan.scope->open({}, {});
  return plan.scope->open(action.expression_attribute_names, action.expression_attribute_values,
                          ValueLayer::Older);
}

Status bind_condition(const Expressions& expressions, WritePlan& plan) {
  plan.condition = TRY(plan.scope->condition(ExpressionKind::Condition, expressions.condition));
  return plan.scope->close();
}

Result<TransactAction> plan_put(const ReadContext& context, const api::Put& put) {
  const Expressions expressions{.update = {}, .condition = put.condition_expression};
  auto plan = new_plan(context, put, ItemPut{put.item.view()});
  TRY(open_scope(put, expressions, plan));
  TRY(put.item.check());
  TRY(check_item_size(size_bytes(put.item.view())));
  TRY(bind_condition(expressions, plan));
  return TransactAction{std::move(plan), put.table_name, put.item.view()};
}

// AWS: unlike UpdateItem and DeleteItem, a transaction looks at expressions before it looks at the
// values of a key.
Result<TransactAction> plan_update(const ReadContext& context, const api::Update& update) {
  const Expressions expressions{.update = update.update_expression,
                                .condition = update.condition_expression};
  auto plan = new_plan(context, update, ItemUpdate{.key = update.key.view()});
  TRY(open_scope(update, expressions, plan));
  auto changes = TRY(plan.scope->update(expressions.update));
  plan.action =
      ItemUpdate{.key = update.key.view(), .update = std::move(changes), .counts_actions = false};
  TRY(bind_condition(expressions, plan));
  TRY(update.key.check());
  return TransactAction{std::move(plan), update.table_name, update.key.view()};
}

// Delete and ConditionCheck.
template <typename Action>
Result<TransactAction> plan_with_key(const ReadContext& context, const Action& action,
                                     WriteAction what) {
  const Expressions expressions{.update = {}, .condition = action.condition_expression};
  auto plan = new_plan(context, action, std::move(what));
  TRY(open_scope(action, expressions, plan));
  TRY(bind_condition(expressions, plan));
  TRY(action.key.check());
  return TransactAction{std::move(plan), action.table_name, action.key.view()};
}

Status check_one_action(const api::TransactWriteItem& item) {
  const int actions = int{item.condition_check.has_value()} + int{item.put.has_value()} +
                      int{item.delete_.has_value()} + int{item.update.has_value()};
  if (actions == 1) return {};
  if (actions > 1) {
    return api::invalid("TransactItems can only contain one of Check, Put, Update or Delete");
  }
  return api::invalid(
      "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
}

Result<TransactAction> plan_action(const ReadContext& context, const api::TransactWriteItem& item) {
  TRY(check_one_action(item));
  if (item.put) return plan_put(context, *item.put);
  if (item.update) return plan_update(context, *item.update);
  if (item.delete_) return plan_with_key(context, *item.delete_, ItemDelete{});
  return plan_with_key(context, *item.condition_check, ItemCheck{});
}

std::size_t bytes_of_values(const std::optional<api::ItemInput>& values) {
  return values && !values->problem() ? size_bytes(values->view()) : 0;
}

std::size_t request_bytes(const api::TransactWriteItem& item) {
  if (item.put) return size_bytes(item.put->item.view());
  if (item.update) {
    return size_bytes(item.update->key.view()) +
           bytes_of_values(item.update->expression_attribute_values);
  }
  return size_bytes(item.delete_ ? item.delete_->key.view() : item.condition_check->key.view());
}

std::size_t request_bytes(const TreeWrite& write) {
  std::size_t bytes = size_bytes(write.subject.view());
  if (!write.update) return bytes;
  for (const expression::Operand& operand : write.update->operands) {
    const auto* constant = std::get_if<expression::Constant>(&operand);
    if (constant != nullptr) bytes += size_bytes(ValueView::from_valid(constant->bytes));
  }
  return bytes;
}

Status locate(TransactAction& action) {
  if (std::holds_alternative<ItemPut>(action.plan.action)) {
    return locate_put(action.plan, action.subject);
  }
  return locate_key(action.plan, action.subject);
}

// Of the actions that have a key.
bool has_item_twice(const Actions& actions) {
  std::vector<ByteView> keys;
  for (const TransactAction& action : actions) {
    if (!action.plan.key.empty()) keys.push_back(action.plan.key);
  }
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

Status locate_all(Actions& actions) {
  Cancellations cancellations(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    Status located = locate(actions[i]);
    if (!located.ok()) TRY(cancellations.add(i, std::move(located).error()));
  }
  if (has_item_twice(actions)) return item_twice();
  return std::move(cancellations).check();
}

// What is left once each action is known by itself.
Status complete(const ReadContext& context, std::size_t bytes, Actions& actions) {
  TRY(check_transaction_size(bytes));
  for (TransactAction& action : actions) {
    action.plan.table = TRY(find_table(context, action.table_name));
  }
  return locate_all(actions);
}

}  // namespace

Result<Actions> plan_transaction(const ReadContext& context, std::span<const TreeWrite> writes) {
  Actions actions;
  actions.reserve(writes.size());
  std::size_t bytes = 0;
  for (const TreeWrite& write : writes) {
    auto plan = TRY(in_older_words(bind_write(write)));
    actions.push_back({std::move(plan), write.table_name, write.subject.view()});
    bytes += request_bytes(write);
  }
  TRY(complete(context, bytes, actions));
  return actions;
}

Result<Actions> plan_transaction(const ReadContext& context,
                                 const api::TransactWriteItemsRequest& request) {
  Actions actions;
  actions.reserve(request.transact_items.size());
  std::size_t bytes = 0;
  for (const auto& item : request.transact_items) {
    actions.push_back(TRY(in_older_words(plan_action(context, item))));
    bytes += request_bytes(item);
  }
  TRY(complete(context, bytes, actions));
  return actions;
}

}  // namespace partita::operations
