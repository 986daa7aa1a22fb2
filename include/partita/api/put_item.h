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

// Stores an item; an item that has the same key is replaced as a whole.
//
//   PutItemRequest request;
//   request.table_name = "Albums";
//   request.item = EncodedItem(Item{{"artist", "Nina Simone"}, {"title", "Pastel Blues"}});
//   request.condition_expression = "attribute_not_exists(artist)";
//
// ERRORS: ResourceNotFound; Validation (key attributes absent or of another type, over 400 KB, a
// value that DynamoDB does not take, a faulty expression); ConditionalCheckFailed;
// ItemCollectionSizeLimitExceeded; on a table with a model also what its rules refuse.
struct PutItemRequest {
  // A name or an ARN.
  std::string table_name;
  // The whole item, key attributes included.
  ItemInput item;
  // Old form of a condition, not to be mixed with condition_expression.
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  // None (the default) or AllOld.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  std::optional<ConditionalOperator> conditional_operator;
  // Must hold for the item as it is stored, or the item is not replaced.
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  // Whether ConditionalCheckFailed brings the stored item along.
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = PutItemRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn).told_alone(),
        required("Item", &Self::item),
        optional("Expected", &Self::expected, {}, {}, kAttributeName),
        optional("ReturnValues", &Self::return_values),
        optional("ReturnItemCollectionMetrics", &Self::return_item_collection_metrics),
        optional("ConditionalOperator", &Self::conditional_operator),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

struct PutItemResponse {
  // The item before, if it was asked for and there was one.
  std::optional<EncodedItem> attributes;
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;

  static constexpr auto shape() {
    using Self = PutItemResponse;
    return std::tuple(optional("Attributes", &Self::attributes),
                      optional("ConsumedCapacity", &Self::consumed_capacity),
                      optional("ItemCollectionMetrics", &Self::item_collection_metrics));
  }
};

}  // namespace partita::api
