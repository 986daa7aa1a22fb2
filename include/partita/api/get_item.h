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

// Reads the item with that key.
// ERRORS: ResourceNotFound; Validation (the key is not exactly the table's key attributes, a faulty
// expression).
struct GetItemRequest {
  std::string table_name;
  // The table's key attributes and no others.
  ItemInput key;
  // Old form of a projection, not to be mixed with projection_expression.
  std::optional<std::vector<std::string>> attributes_to_get;
  // Reads always see every write that was answered before; this only doubles the units.
  std::optional<bool> consistent_read;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<std::string> projection_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;

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
