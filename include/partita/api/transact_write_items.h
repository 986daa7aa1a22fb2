#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/input.h"
#include "partita/api/shape.h"

namespace partita::api {

// A condition on an item that the transaction does not change. If it does not hold, the whole
// transaction is cancelled.
struct ConditionCheck {
  ItemInput key;
  std::string table_name;
  std::string condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = ConditionCheck;
    return std::tuple(
        required("Key", &Self::key), required("TableName", &Self::table_name, kTableNameOrArn),
        required("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

// Stores an item, as PutItem does. Members mean the same as in PutItemRequest.
struct Put {
  ItemInput item;
  std::string table_name;
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = Put;
    return std::tuple(
        required("Item", &Self::item), required("TableName", &Self::table_name, kTableNameOrArn),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

// Deletes an item, as DeleteItem does. Members mean the same as in DeleteItemRequest.
struct Delete {
  ItemInput key;
  std::string table_name;
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = Delete;
    return std::tuple(
        required("Key", &Self::key), required("TableName", &Self::table_name, kTableNameOrArn),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

// Changes an item, as UpdateItem does. Members mean the same as in UpdateItemRequest.
struct Update {
  ItemInput key;
  std::string update_expression;
  std::string table_name;
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = Update;
    return std::tuple(
        required("Key", &Self::key), required("UpdateExpression", &Self::update_expression),
        required("TableName", &Self::table_name, kTableNameOrArn),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

// One action: exactly one of the four is set.
struct TransactWriteItem {
  std::optional<ConditionCheck> condition_check;
  std::optional<Put> put;
  std::optional<Delete> delete_;  // NOLINT: `delete` is a word of C++.
  std::optional<Update> update;

  static constexpr auto shape() {
    using Self = TransactWriteItem;
    return std::tuple(optional("ConditionCheck", &Self::condition_check),
                      optional("Put", &Self::put), optional("Delete", &Self::delete_),
                      optional("Update", &Self::update));
  }
};

// Makes up to 100 changes of one or several tables, all of them or none. An item may be named by
// one action only, and the items may have 4 MB together. The transaction is serializable: no other
// operation sees a part of it. partita/builder/transaction.h writes such requests.
// ERRORS: TransactionCanceled if a condition does not hold, a write is refused, or other writers
// kept winning; ApiFailure::cancellations has a reason for each action, in the order of the
// request. IdempotentParameterMismatch if the token was used with another request.
// ResourceNotFound, Validation. Nothing was written in any of these cases.
struct TransactWriteItemsRequest {
  std::vector<TransactWriteItem> transact_items;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  // 1 to 36 characters, chosen by the caller. A request that is sent again with its token within
  // ten minutes is not made a second time: it is answered as the first one was.
  std::optional<std::string> client_request_token;

  static constexpr auto shape() {
    using Self = TransactWriteItemsRequest;
    return std::tuple(
        optional("ClientRequestToken", &Self::client_request_token, Bounds{.min = 1, .max = 36}),
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        optional("ReturnItemCollectionMetrics", &Self::return_item_collection_metrics),
        required("TransactItems", &Self::transact_items, Bounds{.min = 1, .max = 100})
            .told_plainly());
  }
};

struct TransactWriteItemsResponse {
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
  std::optional<Dictionary<std::vector<ItemCollectionMetrics>>> item_collection_metrics;

  static constexpr auto shape() {
    using Self = TransactWriteItemsResponse;
    return std::tuple(optional("ConsumedCapacity", &Self::consumed_capacity),
                      optional("ItemCollectionMetrics", &Self::item_collection_metrics));
  }
};

}  // namespace partita::api
