#include "partita/builder/transaction.h"

#include "partita/value/measure.h"

namespace partita::builder {
namespace {

using Conditions = Transaction::Conditions;

Result<EncodedItem> encoded(const Item& item) {
  TRY(check_item(item));
  return EncodedItem(item);
}

template <typename Action>
Status set_condition(Action& action, const Conditions& conditions,
                     api::PlaceholderWriter& placeholders) {
  if (!conditions.empty())
    action.condition_expression = TRY(expression_of(conditions, placeholders));
  return {};
}

Result<api::Put> put_of(std::string table_name, const Item& item, const Conditions& conditions) {
  api::Put put;
  api::PlaceholderWriter placeholders;
  put.table_name = std::move(table_name);
  put.item = TRY(encoded(item));
  TRY(set_condition(put, conditions, placeholders));
  TRY(std::move(placeholders).write_to(put));
  return put;
}

Result<api::Update> update_of(std::string table_name, const Item& key,
                              const std::vector<PathUpdate>& changes,
                              const Conditions& conditions) {
  api::Update update;
  api::PlaceholderWriter placeholders;
  update.table_name = std::move(table_name);
  update.key = TRY(encoded(key));
  update.update_expression = TRY(update_expression_of(changes, placeholders));
  TRY(set_condition(update, conditions, placeholders));
  TRY(std::move(placeholders).write_to(update));
  return update;
}

// Delete and ConditionCheck.
template <typename Action>
Result<Action> action_of(const std::string& table_name, const Item& key,
                         const Conditions& conditions) {
  Action action;
  api::PlaceholderWriter placeholders;
  action.table_name = table_name;
  action.key = TRY(encoded(key));
  TRY(set_condition(action, conditions, placeholders));
  TRY(std::move(placeholders).write_to(action));
  return action;
}

}  // namespace

template <typename Action>
void Transaction::add(std::string name, Result<Action> action,
                      std::optional<Action> api::TransactWriteItem::*member) {
  if (action.ok()) {
    request_.transact_items.emplace_back().*member = std::move(*action);
  } else if (!problem_) {
    problem_ = std::move(action).error().within(name);
  }
  names_.push_back(std::move(name));
}

Transaction& Transaction::put(std::string name, std::string table_name, const Item& item,
                              const Conditions& conditions) {
  add(std::move(name), put_of(std::move(table_name), item, conditions),
      &api::TransactWriteItem::put);
  return *this;
}

Transaction& Transaction::update(std::string name, std::string table_name, const Item& key,
                                 const std::vector<PathUpdate>& changes,
                                 const Conditions& conditions) {
  add(std::move(name), update_of(std::move(table_name), key, changes, conditions),
      &api::TransactWriteItem::update);
  return *this;
}

Transaction& Transaction::remove(std::string name, const std::string& table_name, const Item& key,
                                 const Conditions& conditions) {
  add(std::move(name), action_of<api::Delete>(table_name, key, conditions),
      &api::TransactWriteItem::delete_);
  return *this;
}

Transaction& Transaction::check(std::string name, const std::string& table_name, const Item& key,
                                const Conditions& conditions) {
  add(std::move(name), action_of<api::ConditionCheck>(table_name, key, conditions),
      &api::TransactWriteItem::condition_check);
  return *this;
}

Result<api::TransactWriteItemsRequest> Transaction::request(std::string token) const {
  if (problem_) return *problem_;
  api::TransactWriteItemsRequest request = request_;
  if (!token.empty()) request.client_request_token = std::move(token);
  return request;
}

Status Transaction::commit(Database& database, std::string token) const {
  return sync_wait(commit_async(database, std::move(token)));
}

Task<Status> Transaction::commit_async(Database& database, std::string token) const {
  auto request = this->request(std::move(token));
  CO_TRY(request);
  auto answer = co_await database.async().transact_write_items(*request);
  CO_TRY(answer);
  co_return Status{};
}

std::vector<std::pair<std::string_view, api::CancellationReason>> Transaction::reasons(
    const Error& error) const {
  std::vector<std::pair<std::string_view, api::CancellationReason>> reasons;
  const auto* failure = error.detail<api::ApiFailure>();
  if (failure == nullptr) return reasons;
  for (std::size_t i = 0; i < failure->cancellations.size() && i < names_.size(); ++i) {
    const auto& reason = failure->cancellations[i];
    if (reason.code != "None") reasons.emplace_back(names_[i], reason);
  }
  return reasons;
}

}  // namespace partita::builder
