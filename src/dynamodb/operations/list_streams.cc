#include "dynamodb/operations/list_streams.h"

#include <utility>

#include "dynamodb/operations/stream_lookup.h"

namespace partita::operations {
namespace {

constexpr std::size_t kStreamsMax = 100;

Result<streams::ListRequest> list_request_of(const api::ListStreamsRequest& request) {
  streams::ListRequest list;
  if (request.table_name) list.table_name = *request.table_name;
  if (request.exclusive_start_stream_arn) {
    list.after = TRY(stream_name_of(*request.exclusive_start_stream_arn));
  }
  list.streams_max = request.limit ? static_cast<std::size_t>(*request.limit) : kStreamsMax;
  return list;
}

}  // namespace

Task<Result<api::ListStreamsResponse>> list_streams(const ReadContext& context,
                                                    const api::ListStreamsRequest& request) {
  const auto list = list_request_of(request);
  CO_TRY(list);
  const auto page = co_await streams::list_streams(context.view(), *list);
  CO_TRY(page);
  api::ListStreamsResponse response;
  for (const auto& stream : page->streams) {
    response.streams.push_back({.stream_arn = stream.arn(),
                                .table_name = stream.table_name,
                                .stream_label = stream.label});
  }
  if (page->has_more) response.last_evaluated_stream_arn = response.streams.back().stream_arn;
  co_return response;
}

}  // namespace partita::operations
