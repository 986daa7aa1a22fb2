#include "dynamodb/operations/describe_stream.h"

#include <utility>

#include "dynamodb/operations/stream_lookup.h"
#include "dynamodb/operations/table_description.h"
#include "dynamodb/schema/table_errors.h"
#include "store/streams/sequence_number.h"
#include "store/streams/stream_reader.h"

namespace partita::operations {
namespace {

using streams::StreamDescriptor;

Status check_filter(const std::optional<api::ShardFilter>& filter) {
  if (!filter || (filter->type && filter->shard_id)) return {};
  return schema::invalid_parameter("ShardFilter needs both Type and ShardId");
}

// Ours: a stream has one shard, which has no parent and no children.
bool shows_shard(const api::DescribeStreamRequest& request, const std::string& shard_id) {
  if (request.shard_filter) return false;
  return !request.exclusive_start_shard_id || *request.exclusive_start_shard_id < shard_id;
}

api::Shard shard_of(std::string shard_id, const streams::Extent& extent) {
  api::Shard shard{.shard_id = std::move(shard_id), .sequence_number_range = {}};
  auto& range = shard.sequence_number_range;
  range.starting_sequence_number = streams::sequence_number(extent.begin);
  if (extent.is_closed) range.ending_sequence_number = streams::sequence_number(extent.end - 1);
  return shard;
}

api::StreamDescription description_of(const StreamDescriptor& stream) {
  return {
      .stream_arn = stream.arn(),
      .stream_label = stream.label,
      .stream_status = stream.disabled ? api::StreamStatus::Disabled : api::StreamStatus::Enabled,
      .stream_view_type = stream.view_type,
      .creation_request_date_time = stream.created,
      .table_name = stream.table_name,
      .key_schema = key_schema_of(stream.key),
      .shards = {},
      .last_evaluated_shard_id = {}};
}

}  // namespace

Task<Result<api::DescribeStreamResponse>> describe_stream(
    const ReadContext& context, const api::DescribeStreamRequest& request) {
  Status checked = check_filter(request.shard_filter);
  CO_TRY(checked);
  const auto stream = co_await find_stream(context, request.stream_arn);
  CO_TRY(stream);
  api::DescribeStreamResponse response;
  response.stream_description = description_of(*stream);
  std::string shard_id = stream->shard_id();
  if (!shows_shard(request, shard_id)) co_return response;
  const Moment moment = context.one_moment();
  const auto extent = co_await streams::extent_of(moment.view(), stream->id);
  CO_TRY(extent);
  response.stream_description.shards.push_back(shard_of(std::move(shard_id), *extent));
  co_return response;
}

}  // namespace partita::operations
