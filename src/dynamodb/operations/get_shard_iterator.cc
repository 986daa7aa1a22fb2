#include "dynamodb/operations/get_shard_iterator.h"

#include <fmt/format.h>

#include <algorithm>

#include "dynamodb/operations/shard_iterator.h"
#include "dynamodb/operations/stream_lookup.h"
#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/streams/sequence_number.h"
#include "store/streams/stream_reader.h"

namespace partita::operations {
namespace {

using api::GetShardIteratorRequest;
using api::ShardIteratorType;

bool starts_at_a_number(ShardIteratorType type) {
  return type == ShardIteratorType::AtSequenceNumber ||
         type == ShardIteratorType::AfterSequenceNumber;
}

// The number itself is looked at where it is known which there are.
Status check_number(const GetShardIteratorRequest& request) {
  const auto type = request.shard_iterator_type;
  if (starts_at_a_number(type) == request.sequence_number.has_value()) return {};
  return schema::invalid_parameter(fmt::format(
      "SequenceNumber {} for ShardIteratorType {}",
      request.sequence_number ? "must not be given" : "is required", api::wire_name(type)));
}

// AWS: a sequence number older than the trim point is refused here.
// Ours: the start of a shard that is empty is its end, too, and behind it comes the next record.
Result<std::uint64_t> place_of(const GetShardIteratorRequest& request,
                               const streams::Extent& extent) {
  const auto type = request.shard_iterator_type;
  if (type == ShardIteratorType::TrimHorizon) return extent.begin;
  if (type == ShardIteratorType::Latest) return extent.end;
  const auto stamp = streams::parse_sequence_number(*request.sequence_number);
  if (!stamp || *stamp > extent.end) {
    return schema::invalid_parameter(
        fmt::format("SequenceNumber {} is not of this shard", *request.sequence_number));
  }
  if (*stamp < extent.begin) return trimmed();
  if (type == ShardIteratorType::AtSequenceNumber) return *stamp;
  return std::min(*stamp + 1, extent.end);
}

}  // namespace

Task<Result<api::GetShardIteratorResponse>> get_shard_iterator(
    const ReadContext& context, const GetShardIteratorRequest& request) {
  Status checked = check_number(request);
  CO_TRY(checked);
  const auto stream = co_await find_stream(context, request.stream_arn);
  CO_TRY(stream);
  if (request.shard_id != stream->shard_id()) {
    co_return api::failure(api::Exception::ResourceNotFound,
                           "Requested resource not found: Shard does not exist");
  }
  const Moment moment = context.one_moment();
  const auto extent = co_await streams::extent_of(moment.view(), stream->id);
  CO_TRY(extent);
  const auto place = place_of(request, *extent);
  CO_TRY(place);
  const std::string arn = stream->arn();
  api::GetShardIteratorResponse response;
  response.shard_iterator =
      iterator_text({.stream_arn = arn, .from = *place}, context.clock.wall_now());
  co_return response;
}

}  // namespace partita::operations
