#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"

namespace partita::api {

enum class ShardIteratorType { TrimHorizon, Latest, AtSequenceNumber, AfterSequenceNumber };
inline constexpr std::array<std::string_view, 4> kShardIteratorTypeWords = {
    "TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"};
constexpr EnumWords wire_names(ShardIteratorType) { return kShardIteratorTypeWords; }

// Gives an iterator for GetRecords: a place in a shard.
// ERRORS: ResourceNotFound, TrimmedDataAccess, Validation.
struct GetShardIteratorRequest {
  std::string stream_arn;
  std::string shard_id;
  ShardIteratorType shard_iterator_type{};
  // For the last two types, and for no others.
  std::optional<std::string> sequence_number;

  static constexpr auto shape() {
    using Self = GetShardIteratorRequest;
    return std::tuple(required("StreamArn", &Self::stream_arn, kStreamArn),
                      required("ShardId", &Self::shard_id, kShardId),
                      required("ShardIteratorType", &Self::shard_iterator_type),
                      optional("SequenceNumber", &Self::sequence_number, kSequenceNumber));
  }
};

struct GetShardIteratorResponse {
  std::string shard_iterator;

  static constexpr auto shape() {
    using Self = GetShardIteratorResponse;
    return std::tuple(required("ShardIterator", &Self::shard_iterator));
  }
};

}  // namespace partita::api
