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

// Must hold, and changes nothing.
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

// Stores an item, as PutItem does.
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

// Deletes an item, as DeleteItem does.
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

// Changes an item, as UpdateItem does.
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

// Exactly one of the four.
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

// Makes up to 100 changes, all of them or none; each item at most once.
// ERRORS: TransactionCanceled (its reasons are in the order of the request),
// IdempotentParameterMismatch, ResourceNotFound, Validation.
struct TransactWriteItemsRequest {
  std::vector<TransactWriteItem> transact_items;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  // The same request with the same token is done once, however often it is sent within ten minutes.
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
