#pragma once

#include <functional>
#include <string>

#include "partita/base/result.h"
#include "wire/client/dynamodb_client.h"
#include "wire/client/item_page.h"

namespace partita::cli {

// All items of a table, read by several threads at once, a segment each.
struct SegmentScan {
  client::DynamodbClient& client;
  std::string table;
  int threads = 8;
  bool counts = false;  // No items, only how many there are.
};

// Calls visit for each page, by several threads at once. The first error ends all of it.
// ERRORS: those of the client and of visit.
Status scan_segments(const SegmentScan& scan,
                     const std::function<Status(const client::ItemPage&)>& visit);

// How many items the table has, by looking at all of them.   ERRORS: the same.
Result<std::uint64_t> count_items(client::DynamodbClient& client, const std::string& table,
                                  int threads);

}  // namespace partita::cli
