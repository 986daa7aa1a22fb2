#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"
#include "partita/api/stream_record.h"

namespace partita::api {

// Reads changes from where an iterator stands, oldest first: up to 1,000 records or 1 MB.
// ERRORS: ExpiredIterator (15 minutes after it was given), TrimmedDataAccess (it stands before what
// is kept, which is a day), ResourceNotFound, Validation.
struct GetRecordsRequest {
  std::string shard_iterator;
  std::optional<std::int32_t> limit;

  static constexpr auto shape() {
    using Self = GetRecordsRequest;
    return std::tuple(required("ShardIterator", &Self::shard_iterator, kShardIterator),
                      optional("Limit", &Self::limit, Bounds{.min = 1, .max = 1000}));
  }
};

struct GetRecordsResponse {
  // May be empty: then ask again with the next iterator.
  std::vector<Record> records;
  // None once a closed shard is read to its end.
  std::optional<std::string> next_shard_iterator;

  static constexpr auto shape() {
    using Self = GetRecordsResponse;
    return std::tuple(required("Records", &Self::records),
                      optional("NextShardIterator", &Self::next_shard_iterator));
  }
};

}  // namespace partita::api
