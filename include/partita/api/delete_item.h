#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/input.h"
#include "partita/api/legacy_conditions.h"
#include "partita/api/shape.h"
#include "partita/value/encoded_item.h"

namespace partita::api {

// Deletes the item with that key. An item that does not exist is deleted as well: that is no error.
// ERRORS: as PutItem.
struct DeleteItemRequest {
  std::string table_name;
  ItemInput key;
  // Old form of a condition, not to be mixed with condition_expression.
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  std::optional<ConditionalOperator> conditional_operator;
  // None (the default) or AllOld.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  // Must hold for the item as it is stored, or it stays.
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = DeleteItemRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn).told_alone(),
        required("Key", &Self::key), optional("Expected", &Self::expected, {}, {}, kAttributeName),
        optional("ConditionalOperator", &Self::conditional_operator),
        optional("ReturnValues", &Self::return_values),
        optional("ReturnItemCollectionMetrics", &Self::return_item_collection_metrics),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

struct DeleteItemResponse {
  // The item before, if it was asked for and there was one.
  std::optional<EncodedItem> attributes;
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;

  static constexpr auto shape() {
    using Self = DeleteItemResponse;
    return std::tuple(optional("Attributes", &Self::attributes),
                      optional("ConsumedCapacity", &Self::consumed_capacity),
                      optional("ItemCollectionMetrics", &Self::item_collection_metrics));
  }
};

}  // namespace partita::api
