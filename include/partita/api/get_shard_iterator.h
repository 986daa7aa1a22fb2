#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"

namespace partita::api {

// TrimHorizon: at the oldest record that is kept. Latest: behind the newest one, so that only
// changes made after this request are read. The others: at or behind the record of a sequence
// number.
enum class ShardIteratorType { TrimHorizon, Latest, AtSequenceNumber, AfterSequenceNumber };
inline constexpr std::array<std::string_view, 4> kShardIteratorTypeWords = {
    "TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"};
constexpr EnumWords wire_names(ShardIteratorType) { return kShardIteratorTypeWords; }

// Returns an iterator: a position in a shard, from which GetRecords reads.
// ERRORS: ResourceNotFound if there is no such stream or shard; TrimmedDataAccess if the sequence
// number is older than what is kept; Validation.
struct GetShardIteratorRequest {
  std::string stream_arn;
  std::string shard_id;
  ShardIteratorType shard_iterator_type{};
  // Required for AtSequenceNumber and AfterSequenceNumber, not allowed for the others.
  std::optional<std::string> sequence_number;

  static constexpr auto shape() {
    using Self = GetShardIteratorRequest;
    return std::tuple(required("StreamArn", &Self::stream_arn, kStreamArn),
                      required("ShardId", &Self::shard_id, kShardId),
                      required("ShardIteratorType", &Self::shard_iterator_type),
                      optional("SequenceNumber", &Self::sequence_number, kSequenceNumber));
  }
};

// The iterator expires after 15 minutes.
struct GetShardIteratorResponse {
  std::string shard_iterator;

  static constexpr auto shape() {
    using Self = GetShardIteratorResponse;
    return std::tuple(required("ShardIterator", &Self::shard_iterator));
  }
};

}  // namespace partita::api
