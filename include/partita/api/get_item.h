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

// Reads the item with a given key.
//
//   GetItemRequest request;
//   request.table_name = "Albums";
//   request.key = item_input({{"artist", "Nina Simone"}, {"title", "Pastel Blues"}});
//   request.projection_expression = "#y, tracks[0]";
//   request.expression_attribute_names = {{"#y", "year"}};  // A reserved word.
//
// ERRORS: ResourceNotFound if there is no such table; Validation if the key does not consist of
// exactly the table's key attributes, or an expression is wrong. That there is no such item is not
// an error.
struct GetItemRequest {
  std::string table_name;
  // The table's key attributes and no others.
  ItemInput key;
  // Legacy form of a projection: names of attributes; not together with projection_expression.
  std::optional<std::vector<std::string>> attributes_to_get;
  // Absent: false. A read sees every write that was answered before it in either case; true only
  // doubles the units, as in DynamoDB.
  std::optional<bool> consistent_read;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  // The paths to return, separated by commas; those that the item lacks are left out. Absent: the
  // whole item. The units are those of the whole item.
  std::optional<std::string> projection_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;  // As in PutItemRequest.

  static constexpr auto shape() {
    using Self = GetItemRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn), required("Key", &Self::key),
        optional("AttributesToGet", &Self::attributes_to_get, Bounds{.min = 1}, kAttributeName),
        optional("ConsistentRead", &Self::consistent_read),
        optional("ProjectionExpression", &Self::projection_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {},
                 kAttributeName));
  }
};

struct GetItemResponse {
  // Absent if there is no such item.
  std::optional<EncodedItem> item;
  std::optional<ConsumedCapacity> consumed_capacity;

  static constexpr auto shape() {
    using Self = GetItemResponse;
    return std::tuple(optional("Item", &Self::item),
                      optional("ConsumedCapacity", &Self::consumed_capacity));
  }
};

}  // namespace partita::api
