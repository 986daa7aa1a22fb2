#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"

namespace partita::api {

// Lists streams, those of deleted tables included for a day, a page at a time.
struct ListStreamsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int32_t> limit;
  std::optional<std::string> exclusive_start_stream_arn;

  static constexpr auto shape() {
    using Self = ListStreamsRequest;
    return std::tuple(
        optional("TableName", &Self::table_name, kTableName),
        optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}),
        optional("ExclusiveStartStreamArn", &Self::exclusive_start_stream_arn, kStreamArn));
  }
};

// One stream; its label is the moment at which it began.
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
  // Where to go on; absent on the last page.
  std::optional<std::string> last_evaluated_stream_arn;

  static constexpr auto shape() {
    using Self = ListStreamsResponse;
    return std::tuple(required("Streams", &Self::streams),
                      optional("LastEvaluatedStreamArn", &Self::last_evaluated_stream_arn));
  }
};

}  // namespace partita::api
