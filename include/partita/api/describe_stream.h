#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/stream_description.h"

namespace partita::api {

enum class ShardFilterType { ChildShards };
inline constexpr std::array<std::string_view, 1> kShardFilterTypeWords = {"CHILD_SHARDS"};
constexpr EnumWords wire_names(ShardFilterType) { return kShardFilterTypeWords; }

// Which shards to describe: those that continue a given one. A stream of Partita has one shard, so
// there are never any.
struct ShardFilter {
  std::optional<ShardFilterType> type;
  std::optional<std::string> shard_id;

  static constexpr auto shape() {
    using Self = ShardFilter;
    return std::tuple(optional("Type", &Self::type),
                      optional("ShardId", &Self::shard_id, kShardId));
  }
};

// Describes a stream and its shards.
// ERRORS: ResourceNotFound; Validation.
struct DescribeStreamRequest {
  std::string stream_arn;
  std::optional<std::int32_t> limit;  // How many shards at most, 1 to 100. Absent: 100.
  std::optional<std::string> exclusive_start_shard_id;
  std::optional<ShardFilter> shard_filter;

  static constexpr auto shape() {
    using Self = DescribeStreamRequest;
    return std::tuple(required("StreamArn", &Self::stream_arn, kStreamArn),
                      optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}),
                      optional("ExclusiveStartShardId", &Self::exclusive_start_shard_id, kShardId),
                      optional("ShardFilter", &Self::shard_filter));
  }
};

struct DescribeStreamResponse {
  StreamDescription stream_description;

  static constexpr auto shape() {
    using Self = DescribeStreamResponse;
    return std::tuple(required("StreamDescription", &Self::stream_description));
  }
};

}  // namespace partita::api
