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

// Reads records of a stream from the position of an iterator on, oldest first: at most 1,000
// records and 1 MB of them.
//
//   std::string iterator = TRY(database.get_shard_iterator(from_the_beginning)).shard_iterator;
//   while (true) {
//     GetRecordsRequest request;
//     request.shard_iterator = iterator;
//     const auto read = TRY(database.get_records(request));
//     for (const Record& record : read.records) handle(record);
//     if (!read.next_shard_iterator) break;  // The stream was disabled and is read to its end.
//     iterator = *read.next_shard_iterator;
//     if (read.records.empty()) wait_a_little();
//   }
//
// ERRORS: ExpiredIterator 15 minutes after the iterator was returned; TrimmedDataAccess if its
// position is older than the day for which records are kept; ResourceNotFound, Validation.
struct GetRecordsRequest {
  std::string shard_iterator;
  std::optional<std::int32_t> limit;  // 1 to 1,000 records. Absent: 1,000.

  static constexpr auto shape() {
    using Self = GetRecordsRequest;
    return std::tuple(required("ShardIterator", &Self::shard_iterator, kShardIterator),
                      optional("Limit", &Self::limit, Bounds{.min = 1, .max = 1000}));
  }
};

struct GetRecordsResponse {
  // May be empty although more will come: ask again with the next iterator.
  std::vector<Record> records;
  // The position behind these records. Absent if the shard is closed and was read to its end.
  std::optional<std::string> next_shard_iterator;

  static constexpr auto shape() {
    using Self = GetRecordsResponse;
    return std::tuple(required("Records", &Self::records),
                      optional("NextShardIterator", &Self::next_shard_iterator));
  }
};

}  // namespace partita::api
