#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "wire/client/dynamodb_client.h"
#include "wire/client/item_page.h"

namespace partita::cli {

// How far a segment is read.
struct SegmentPosition {
  bool is_over = false;
  std::optional<EncodedItem> behind = {};  // Nullopt: it begins.
};

// All items of a table, read by several threads at once, a segment each.
struct SegmentScan {
  client::DynamodbClient& client;
  std::string table;
  int threads = 8;
  bool counts = false;  // No items, only how many there are.
  // Where to begin, of each segment; empty: at the beginning of as many as are good.
  std::vector<SegmentPosition> positions = {};
  // Told of each page that was visited: of which segment, how far that is, how many items.
  std::function<Status(std::size_t, const SegmentPosition&, std::uint64_t)> passed = {};
};

// How many segments are good for so many threads.
std::size_t segments_for(int threads);

// Calls visit for each page, by several threads at once. The first error ends all of it.
// ERRORS: those of the client, of visit and of passed.
Status scan_segments(const SegmentScan& scan,
                     const std::function<Status(const client::ItemPage&)>& visit);

// How many items the table has, by looking at all of them.   ERRORS: the same.
Result<std::uint64_t> count_items(client::DynamodbClient& client, const std::string& table,
                                  int threads);

}  // namespace partita::cli
