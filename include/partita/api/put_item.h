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

// Stores an item. An item that has the same key is replaced as a whole: attributes that only the
// old one has are gone. (UpdateItem changes single attributes.)
//
//   PutItemRequest request;
//   request.table_name = "Albums";
//   request.item = EncodedItem(Item{{"artist", "Nina Simone"}, {"title", "Pastel Blues"}});
//   request.condition_expression = "attribute_not_exists(artist)";  // Never replaces one.
//   const auto stored = database.put_item(request);
//   if (!stored.ok() && exception_of(stored.error()) == Exception::ConditionalCheckFailed) ...
//
// ERRORS: ResourceNotFound if there is no such table; Validation if key attributes are absent or of
// another type than the schema says, the item is over 400 KB (kItemBytesMax), a value is one that
// DynamoDB does not accept, or an expression is wrong; ConditionalCheckFailed;
// ItemCollectionSizeLimitExceeded. On a table with a model, Validation or ConditionalCheckFailed
// with a ModelError if the model's rules forbid the write.
struct PutItemRequest {
  // A name or an ARN; so in all requests.
  std::string table_name;
  // The whole item, key attributes included.
  ItemInput item;
  // Legacy form of a condition (legacy_conditions.h); not together with condition_expression.
  std::optional<Dictionary<ExpectedAttributeValue>> expected;
  // None, the default, or AllOld.
  std::optional<ReturnValue> return_values;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;
  std::optional<ConditionalOperator> conditional_operator;  // Of `expected`.
  // Is evaluated on the item that is stored under the key, or on an item without attributes. If it
  // does not hold, nothing is written. Check and write are one atomic step.
  std::optional<std::string> condition_expression;
  // What placeholders in expressions stand for: names ("#n" -> "name"), which is needed for names
  // that are reserved words or contain dots, and values (":v" -> value). Each one must be used.
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  // AllOld: ConditionalCheckFailed carries the stored item.
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
  // The item that was replaced. Absent unless AllOld was asked for and there was one.
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
