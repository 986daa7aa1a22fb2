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

// AWS: these words, with a value that it does not have.
inline constexpr std::string_view kNoReturnValueOfUpdates =
    "1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value "
    "set: "
    "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]";

// Changes attributes of the item with that key; makes the item if there is none.
//
//   request.update_expression = "SET plays = if_not_exists(plays, :zero) + :one";
//
// ERRORS: as PutItem; Validation also if an operand is absent or of another type than its function
// or operator takes.
struct UpdateItemRequest {
  std::string table_name;
  ItemInput key;
  // Old form of an update, not to be mixed with update_expression.
  std::optional<Dictionary<AttributeValueUpdate>> attribute_updates;
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  std::optional<ConditionalOperator> conditional_operator;
  // All five; Updated* are those attributes only that the update names.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  std::optional<std::string> update_expression;
  // Must hold for the item as it is stored, or nothing changes.
  std::optional<std::string> condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;

  static constexpr auto shape() {
    using Self = UpdateItemRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn).told_alone(),
        optional("ReturnItemCollectionMetrics", &Self::return_item_collection_metrics),
        optional("ReturnValues", &Self::return_values).told_alone(kNoReturnValueOfUpdates),
        optional("ConditionalOperator", &Self::conditional_operator), required("Key", &Self::key),
        optional("AttributeUpdates", &Self::attribute_updates, {}, {}, kAttributeName),
        optional("Expected", &Self::expected, {}, {}, kAttributeName),
        optional("UpdateExpression", &Self::update_expression),
        optional("ConditionExpression", &Self::condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ReturnValuesOnConditionCheckFailure",
                 &Self::return_values_on_condition_check_failure));
  }
};

struct UpdateItemResponse {
  std::optional<EncodedItem> attributes;
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;

  static constexpr auto shape() {
    using Self = UpdateItemResponse;
    return std::tuple(optional("Attributes", &Self::attributes),
                      optional("ConsumedCapacity", &Self::consumed_capacity),
                      optional("ItemCollectionMetrics", &Self::item_collection_metrics));
  }
};

}  // namespace partita::api
