#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"

namespace partita::api {

// Lists streams, one page at a time. A stream that was disabled, or whose table was deleted, is
// listed for another day.
struct ListStreamsRequest {
  std::optional<std::string> table_name;  // Only streams of this table. Absent: of all tables.
  std::optional<std::int32_t> limit;      // 1 to 100. Absent: 100.
  // The last_evaluated_stream_arn of the page before. Absent: the first page.
  std::optional<std::string> exclusive_start_stream_arn;

  static constexpr auto shape() {
    using Self = ListStreamsRequest;
    return std::tuple(
        optional("TableName", &Self::table_name, kTableName),
        optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}),
        optional("ExclusiveStartStreamArn", &Self::exclusive_start_stream_arn, kStreamArn));
  }
};

// One stream. The label is the time at which it was enabled, which tells the streams of one table
// apart.
struct Stream {
  std::string stream_arn;
  std::string table_name;
  std::string stream_label;

  static constexpr auto shape() {
    using Self = Stream;
    return std::tuple(required("StreamArn", &Self::stream_arn),
                      required("TableName", &Self::table_name),
                      required("StreamLabel", &Self::stream_label));
  }
};

struct ListStreamsResponse {
  std::vector<Stream> streams;
  // For exclusive_start_stream_arn of the next request. Absent on the last page.
  std::optional<std::string> last_evaluated_stream_arn;

  static constexpr auto shape() {
    using Self = ListStreamsResponse;
    return std::tuple(required("Streams", &Self::streams),
                      optional("LastEvaluatedStreamArn", &Self::last_evaluated_stream_arn));
  }
};

}  // namespace partita::api
