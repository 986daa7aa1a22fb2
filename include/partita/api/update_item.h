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

// AWS's own words, although they name a value that does not exist (UPDATE_NEW).
inline constexpr std::string_view kNoReturnValueOfUpdates =
    "1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value "
    "set: "
    "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]";

// Changes attributes of the item with a given key, and leaves its other attributes as they are. If
// there is no such item, one is created from the key and the update.
//
//   UpdateItemRequest request;
//   request.table_name = "Songs";
//   request.key = item_input({{"id", "s-1"}});
//   request.update_expression = "SET plays = if_not_exists(plays, :zero) + :one REMOVE draft";
//   request.expression_attribute_values = item_input({{":zero", 0}, {":one", 1}});
//   request.return_values = ReturnValue::UpdatedNew;
//
// All operands are read before anything is changed. partita/builder/update.h writes such requests.
// ERRORS: as PutItem. Validation also if an operand is absent or of a type that its function or
// operator does not accept, if a path is changed twice, or if a key attribute would be changed.
struct UpdateItemRequest {
  std::string table_name;
  ItemInput key;
  // Legacy form of an update (legacy_conditions.h); not together with update_expression.
  std::optional<Dictionary<AttributeValueUpdate>> attribute_updates;
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  std::optional<ConditionalOperator> conditional_operator;  // Of `expected`.
  // Any of the five. Absent: None.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  // SET, REMOVE, ADD and DELETE clauses, each at most once. Absent: the item is created if there is
  // none, and not changed otherwise.
  std::optional<std::string> update_expression;
  // Must hold for the stored item, or nothing is changed.
  std::optional<std::string> condition_expression;
  // As in PutItemRequest.
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
  // What `return_values` asks for. Absent if that is nothing.
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
