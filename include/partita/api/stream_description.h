#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/key_schema.h"
#include "partita/api/shape.h"
#include "partita/api/stream_specification.h"
#include "partita/api/timestamp.h"

// The description of a stream, and limits that the four operations of DynamoDB Streams have in
// common.
namespace partita::api {

// AWS: an ARN that is too short gets the message "Invalid StreamArn", like any other invalid ARN,
// so the minimum length is not a limit of the shape.
inline constexpr Bounds kStreamArn{.max = 1024};
inline constexpr Bounds kShardId{.min = 28, .max = 65};
inline constexpr Bounds kSequenceNumber{.min = 21, .max = 40};
inline constexpr Bounds kShardIterator{.min = 1, .max = 2048};

// Enabled: changes of the table are added to it. Disabled: it can still be read for a day. Partita
// has no states in between.
enum class StreamStatus { Enabling, Enabled, Disabling, Disabled };
inline constexpr std::array<std::string_view, 4> kStreamStatusWords = {"ENABLING", "ENABLED",
                                                                       "DISABLING", "DISABLED"};
constexpr EnumWords wire_names(StreamStatus) { return kStreamStatusWords; }

// The sequence numbers of the first and the last record of a shard. They grow with time.
struct SequenceNumberRange {
  std::string starting_sequence_number;
  // Absent while the shard is open, that is, while the stream is enabled.
  std::optional<std::string> ending_sequence_number;

  static constexpr auto shape() {
    using Self = SequenceNumberRange;
    return std::tuple(required("StartingSequenceNumber", &Self::starting_sequence_number),
                      optional("EndingSequenceNumber", &Self::ending_sequence_number));
  }
};

// A part of a stream whose records are in one order. In Partita a stream has one shard, so all
// changes of a table are in one order.
struct Shard {
  std::string shard_id;
  SequenceNumberRange sequence_number_range;

  static constexpr auto shape() {
    using Self = Shard;
    return std::tuple(required("ShardId", &Self::shard_id),
                      required("SequenceNumberRange", &Self::sequence_number_range));
  }
};

// A stream at the moment of the response.
struct StreamDescription {
  std::string stream_arn;
  std::string stream_label;
  StreamStatus stream_status{};
  StreamViewType stream_view_type{};
  Timestamp creation_request_date_time;
  std::string table_name;
  std::vector<KeySchemaElement> key_schema;
  std::vector<Shard> shards;
  std::optional<std::string> last_evaluated_shard_id;

  static constexpr auto shape() {
    using Self = StreamDescription;
    return std::tuple(required("StreamArn", &Self::stream_arn),
                      required("StreamLabel", &Self::stream_label),
                      required("StreamStatus", &Self::stream_status),
                      required("StreamViewType", &Self::stream_view_type),
                      required("CreationRequestDateTime", &Self::creation_request_date_time),
                      required("TableName", &Self::table_name),
                      required("KeySchema", &Self::key_schema), required("Shards", &Self::shards),
                      optional("LastEvaluatedShardId", &Self::last_evaluated_shard_id));
  }
};

}  // namespace partita::api
