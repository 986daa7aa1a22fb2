#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "wire/client/dynamodb_client.h"

namespace partita::cli {

inline constexpr std::size_t kBatchItemsMax = 25;  // AWS: of one BatchWriteItem.

// An item that the server does not take.
struct RefusedItem {
  std::size_t index = 0;  // In the batch.
  std::string why;
};

// Writes the items, whole ones in the place of what has the same key; of two with one key the later
// counts. What the server leaves undone is sent again. If it refuses the batch, each item is sent
// by itself, and those that it refuses are told. REQUIRES: 1 to kBatchItemsMax items. ERRORS: those
// that are no item's fault: no such table, no access, no answer.
Result<std::vector<RefusedItem>> put_batch(client::DynamodbClient& client, const std::string& table,
                                           const EncodedItemList& items);

}  // namespace partita::cli
