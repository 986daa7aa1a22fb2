#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/input.h"
#include "partita/api/shape.h"

namespace partita::api {

// Stores the item, replacing one that has the same key.
struct PutRequest {
  ItemInput item;

  static constexpr auto shape() {
    using Self = PutRequest;
    return std::tuple(required("Item", &Self::item));
  }
};

// Deletes the item with that key, if there is one.
struct DeleteRequest {
  ItemInput key;

  static constexpr auto shape() {
    using Self = DeleteRequest;
    return std::tuple(required("Key", &Self::key));
  }
};

// A put or a delete: exactly one of the two is set.
struct WriteRequest {
  std::optional<PutRequest> put_request;
  std::optional<DeleteRequest> delete_request;

  static constexpr auto shape() {
    using Self = WriteRequest;
    return std::tuple(optional("PutRequest", &Self::put_request),
                      optional("DeleteRequest", &Self::delete_request));
  }
};

// Stores and deletes up to 25 items of one or several tables, without conditions. Partita makes all
// of them in one commit, but the API does not promise it: use TransactWriteItems if you need all or
// nothing. partita/builder/batch_write.h takes any number of writes and sends again what comes back
// unprocessed.
// ERRORS: as PutItem; Validation also for more than 25 writes or two of the same key. If one write
// is wrong, none is made.
struct BatchWriteItemRequest {
  // By table name or ARN.
  Dictionary<std::vector<WriteRequest>> request_items;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<ReturnItemCollectionMetrics> return_item_collection_metrics;

  static constexpr auto shape() {
    using Self = BatchWriteItemRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        optional("ReturnItemCollectionMetrics", &Self::return_item_collection_metrics),
        required("RequestItems", &Self::request_items, Bounds{.min = 1, .max = 25},
                 Bounds{.min = 1, .max = 25}, kTableOfBatch)
            .if_absent("The requestItems parameter is required for BatchWriteItem")
            .told_last());
  }
};

struct BatchWriteItemResponse {
  // Writes that were not made, because other writers kept changing the same items. It has the form
  // of request_items, to be sent again as it is, after a pause. Empty: all were made.
  std::optional<Dictionary<std::vector<WriteRequest>>> unprocessed_items;
  std::optional<Dictionary<std::vector<ItemCollectionMetrics>>> item_collection_metrics;
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;

  static constexpr auto shape() {
    using Self = BatchWriteItemResponse;
    return std::tuple(optional("UnprocessedItems", &Self::unprocessed_items),
                      optional("ItemCollectionMetrics", &Self::item_collection_metrics),
                      optional("ConsumedCapacity", &Self::consumed_capacity));
  }
};

}  // namespace partita::api
