#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/value/encoded_item.h"

namespace partita::api {

// What to read from one table.
struct KeysAndAttributes {
  std::vector<ItemInput> keys;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<bool> consistent_read;
  std::optional<std::string> projection_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;

  static constexpr auto shape() {
    using Self = KeysAndAttributes;
    return std::tuple(
        required("Keys", &Self::keys, Bounds{.min = 1, .max = 100}).told_plainly(),
        optional("AttributesToGet", &Self::attributes_to_get, Bounds{.min = 1}, kAttributeName),
        optional("ConsistentRead", &Self::consistent_read),
        optional("ProjectionExpression", &Self::projection_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {},
                 kAttributeName));
  }
};

// Reads up to 100 items of several tables. Not one moment: use TransactGetItems for that.
// ERRORS: as GetItem; Validation for the same key twice.
struct BatchGetItemRequest {
  // By table name or ARN.
  Dictionary<KeysAndAttributes> request_items;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;

  static constexpr auto shape() {
    using Self = BatchGetItemRequest;
    return std::tuple(required("RequestItems", &Self::request_items, Bounds{.min = 1, .max = 100},
                               {}, kTableOfBatch)
                          .told_plainly()
                          .absent_is_empty()
                          .shown_as_json(),
                      optional("ReturnConsumedCapacity", &Self::return_consumed_capacity));
  }
};

struct BatchGetItemResponse {
  // The items that exist, by the names that the request has, in no particular order.
  std::optional<Dictionary<EncodedItemList>> responses;
  // What did not fit into 16 MB: ask again for these.
  std::optional<Dictionary<KeysAndAttributes>> unprocessed_keys;
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;

  static constexpr auto shape() {
    using Self = BatchGetItemResponse;
    return std::tuple(optional("Responses", &Self::responses),
                      optional("UnprocessedKeys", &Self::unprocessed_keys),
                      optional("ConsumedCapacity", &Self::consumed_capacity));
  }
};

}  // namespace partita::api
