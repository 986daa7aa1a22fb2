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

// One item to read. Members mean the same as in GetItemRequest.
struct Get {
  ItemInput key;
  std::string table_name;
  std::optional<std::string> projection_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;

  static constexpr auto shape() {
    using Self = Get;
    return std::tuple(required("Key", &Self::key),
                      required("TableName", &Self::table_name, kTableNameOrArn),
                      optional("ProjectionExpression", &Self::projection_expression),
                      optional("ExpressionAttributeNames", &Self::expression_attribute_names, {},
                               kAttributeName));
  }
};

struct TransactGetItem {
  Get get;

  static constexpr auto shape() {
    using Self = TransactGetItem;
    return std::tuple(required("Get", &Self::get));
  }
};

// Reads up to 100 items of one or several tables as they were at one moment: of a transaction that
// writes them, all changes are seen or none. The items may have 4 MB together.
// ERRORS: TransactionCanceled if an item cannot be read; ApiFailure::cancellations has a reason for
// each Get, in the order of the request. ResourceNotFound, Validation.
struct TransactGetItemsRequest {
  std::vector<TransactGetItem> transact_items;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;

  static constexpr auto shape() {
    using Self = TransactGetItemsRequest;
    return std::tuple(required("TransactItems", &Self::transact_items, Bounds{.min = 1, .max = 100})
                          .told_plainly(),
                      optional("ReturnConsumedCapacity", &Self::return_consumed_capacity));
  }
};

// One of the items. Absent if there is none with that key.
struct ItemResponse {
  std::optional<EncodedItem> item;

  static constexpr auto shape() {
    using Self = ItemResponse;
    return std::tuple(optional("Item", &Self::item));
  }
};

struct TransactGetItemsResponse {
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
  // One for each Get, in the order of the request.
  std::optional<std::vector<ItemResponse>> responses;

  static constexpr auto shape() {
    using Self = TransactGetItemsResponse;
    return std::tuple(optional("ConsumedCapacity", &Self::consumed_capacity),
                      optional("Responses", &Self::responses));
  }
};

}  // namespace partita::api
