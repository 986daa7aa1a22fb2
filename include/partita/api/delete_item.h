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

// Deletes the item with a given key. That there is none is not an error, unless a condition asks
// for it ("attribute_exists(artist)").
// ERRORS: as PutItem, where Validation also means that the key does not consist of exactly the
// table's key attributes.
struct DeleteItemRequest {
  std::string table_name;
  ItemInput key;
  // Legacy form of a condition (legacy_conditions.h); not together with condition_expression.
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  std::optional<ConditionalOperator> conditional_operator;  // Of `expected`.
  // None, the default, or AllOld.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  // Must hold for the stored item, or it is not deleted.
  std::optional<std::string> condition_expression;
  // As in PutItemRequest.
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
  // The item that was deleted. Absent unless AllOld was asked for and there was one.
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
