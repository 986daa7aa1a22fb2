#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::client {

// A change in a table's stream. Images are there as the stream's view type says.
struct TailedChange {
  std::string event;            // "INSERT", "MODIFY", "REMOVE"
  std::int64_t created_at = 0;  // Seconds since 1970.
  std::string sequence_number;
  bool is_expiry = false;  // The server deleted the item because its time was over.
  EncodedItem key;
  std::optional<EncodedItem> before;
  std::optional<EncodedItem> after;
};

struct TailedPage {
  std::vector<TailedChange> records;
  std::string next_iterator;  // Empty: the shard is closed and has been read to its end.
};

// The answer of GetRecords.   ERRORS: Corrupt if it is none.
Result<TailedPage> parse_tailed_page(std::string_view json);

}  // namespace partita::client
