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

// What to read from one table. The parameters mean the same as in GetItemRequest and hold for all
// of these keys.
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

// Reads up to 100 items of one or several tables. They need not be of one moment; TransactGetItems
// reads a consistent set.
//
//   KeysAndAttributes albums;
//   albums.keys = {item_input({{"id", "a-1"}}), item_input({{"id", "a-2"}})};
//   BatchGetItemRequest request;
//   request.request_items.emplace_back("Albums", std::move(albums));
//
// ERRORS: as GetItem; Validation also for more than 100 keys or the same key twice. If one key or
// table is wrong, nothing is read.
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
  // The items that exist, under the table names of the request, in no particular order: an item
  // carries its key attributes only if the projection includes them.
  std::optional<Dictionary<EncodedItemList>> responses;
  // Keys that were not read, because the response would be larger than 16 MB. It has the form of
  // request_items, to be sent again as it is. Empty: all were read.
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
