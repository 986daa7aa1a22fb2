#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dynamodb/operations/transact_get_items.h"
#include "dynamodb/operations/transact_write_items.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "unit/store/transactions/test_store.h"

// Actions of transactions, said in a line, and what comes of them.
namespace partita::testing {

using Condition = std::optional<std::string>;
using Values = std::optional<Item>;

inline std::optional<api::ItemInput> input(const Values& values) {
  if (!values) return std::nullopt;
  return api::ItemInput(EncodedItem(*values));
}

inline api::TransactWriteItem put_action(std::string table, const Item& item,
                                         Condition condition = {}, const Values& values = {}) {
  api::TransactWriteItem action;
  auto& put = action.put.emplace();
  put.table_name = std::move(table);
  put.item = EncodedItem(item);
  put.condition_expression = std::move(condition);
  put.expression_attribute_values = input(values);
  return action;
}

inline api::TransactWriteItem update_action(std::string table, const Item& key, std::string update,
                                            const Values& values = {}, Condition condition = {}) {
  api::TransactWriteItem action;
  auto& updated = action.update.emplace();
  updated.table_name = std::move(table);
  updated.key = EncodedItem(key);
  updated.update_expression = std::move(update);
  updated.condition_expression = std::move(condition);
  updated.expression_attribute_values = input(values);
  return action;
}

inline api::TransactWriteItem delete_action(std::string table, const Item& key,
                                            Condition condition = {}) {
  api::TransactWriteItem action;
  auto& deleted = action.delete_.emplace();
  deleted.table_name = std::move(table);
  deleted.key = EncodedItem(key);
  deleted.condition_expression = std::move(condition);
  return action;
}

inline api::TransactWriteItem check_action(std::string table, const Item& key,
                                           std::string condition, const Values& values = {}) {
  api::TransactWriteItem action;
  auto& check = action.condition_check.emplace();
  check.table_name = std::move(table);
  check.key = EncodedItem(key);
  check.condition_expression = std::move(condition);
  check.expression_attribute_values = input(values);
  return action;
}

inline api::TransactWriteItemsRequest request_of(std::vector<api::TransactWriteItem> actions,
                                                 std::optional<std::string> token = {}) {
  api::TransactWriteItemsRequest request;
  request.transact_items = std::move(actions);
  request.client_request_token = std::move(token);
  return request;
}

inline Result<api::TransactWriteItemsResponse> transact(
    TestStore& store, const api::TransactWriteItemsRequest& request) {
  return sync_wait(operations::transact_write_items(store.context(), request));
}

inline Result<api::TransactWriteItemsResponse> transact(
    TestStore& store, std::vector<api::TransactWriteItem> actions) {
  return transact(store, request_of(std::move(actions)));
}

inline api::TransactGetItem get_action(std::string table, const Item& key) {
  api::TransactGetItem action;
  action.get.table_name = std::move(table);
  action.get.key = EncodedItem(key);
  return action;
}

inline Result<api::TransactGetItemsResponse> transact_get(TestStore& store,
                                                          std::vector<api::TransactGetItem> gets) {
  api::TransactGetItemsRequest request;
  request.transact_items = std::move(gets);
  return sync_wait(operations::transact_get_items(store.context(), request));
}

// "[None, ValidationError]", or why there are no reasons.
template <typename Response>
std::string codes_of(const Result<Response>& result) {
  if (result.ok()) return "no error";
  const auto* failure = result.error().template detail<api::ApiFailure>();
  if (failure == nullptr || failure->exception != api::Exception::TransactionCanceled) {
    return result.error().to_string();
  }
  std::string codes;
  for (const auto& reason : failure->cancellations) {
    codes += (codes.empty() ? "[" : ", ") + reason.code;
  }
  return codes + "]";
}

template <typename Response>
const std::vector<api::CancellationReason>& reasons_of(const Result<Response>& result) {
  return result.error().template detail<api::ApiFailure>()->cancellations;
}

}  // namespace partita::testing
