#include "server/dispatcher.h"

#include <algorithm>
#include <array>
#include <span>

#include "operations/batch_get_item.h"
#include "operations/batch_write_item.h"
#include "operations/create_table.h"
#include "operations/delete_item.h"
#include "operations/delete_table.h"
#include "operations/describe_endpoints.h"
#include "operations/describe_limits.h"
#include "operations/describe_stream.h"
#include "operations/describe_table.h"
#include "operations/describe_time_to_live.h"
#include "operations/get_item.h"
#include "operations/get_records.h"
#include "operations/get_shard_iterator.h"
#include "operations/list_streams.h"
#include "operations/list_tables.h"
#include "operations/list_tags_of_resource.h"
#include "operations/put_item.h"
#include "operations/query.h"
#include "operations/scan.h"
#include "operations/tag_resource.h"
#include "operations/transact_get_items.h"
#include "operations/transact_write_items.h"
#include "operations/untag_resource.h"
#include "operations/update_item.h"
#include "operations/update_table.h"
#include "operations/update_time_to_live.h"
#include "partita/api/exception.h"
#include "protocol/errors.h"
#include "protocol/request_decoder.h"
#include "protocol/response_encoder.h"
#include "server/api_response.h"
#include "server/noted_operation.h"

namespace partita::server {
namespace {

using operations::Context;
using protocol::HttpResponse;
using protocol::HttpStatus;

using Serve = Task<HttpStatus> (*)(Context&, ByteView, HttpResponse&);

// From JSON to JSON, for one operation.
template <typename Request, typename Response,
          Task<Result<Response>> (*operation)(Context&, const Request&)>
Task<HttpStatus> serve(Context& context, ByteView body, HttpResponse& response) {
  const auto request = protocol::decode_request<Request>(body);
  if (!request.ok()) co_return answer_error(request.error(), response);
  if (response.note != nullptr) note_request(*response.note, *request);
  auto result = co_await operation(context, *request);
  if (!result.ok()) co_return answer_error(result.error(), response);
  if (response.note != nullptr) note_answer(*response.note, *result);
  if constexpr (requires { result->warning; }) append_warning(result->warning, response);
  protocol::append_json(response.body, *result);
  finish_api_response(response);
  co_return HttpStatus::Ok;
}

struct Operation {
  std::string_view name;
  Serve serve;
  const protocol::StructureType* request;
};

#define PARTITA_OPERATION(Name, function)                                            \
  Operation {                                                                        \
#Name, &serve < api::Name##Request, api::Name##Response, &operations::function>, \
        &protocol::StructureTypeOf < api::Name##Request> ::kType                     \
  }

// Sorted by name.
constexpr std::array kOperations = {
    PARTITA_OPERATION(BatchGetItem, batch_get_item),
    PARTITA_OPERATION(BatchWriteItem, batch_write_item),
    PARTITA_OPERATION(CreateTable, create_table),
    PARTITA_OPERATION(DeleteItem, delete_item),
    PARTITA_OPERATION(DeleteTable, delete_table),
    PARTITA_OPERATION(DescribeEndpoints, describe_endpoints),
    PARTITA_OPERATION(DescribeLimits, describe_limits),
    PARTITA_OPERATION(DescribeTable, describe_table),
    PARTITA_OPERATION(DescribeTimeToLive, describe_time_to_live),
    PARTITA_OPERATION(GetItem, get_item),
    PARTITA_OPERATION(ListTables, list_tables),
    PARTITA_OPERATION(ListTagsOfResource, list_tags_of_resource),
    PARTITA_OPERATION(PutItem, put_item),
    PARTITA_OPERATION(Query, query),
    PARTITA_OPERATION(Scan, scan),
    PARTITA_OPERATION(TagResource, tag_resource),
    PARTITA_OPERATION(TransactGetItems, transact_get_items),
    PARTITA_OPERATION(TransactWriteItems, transact_write_items),
    PARTITA_OPERATION(UntagResource, untag_resource),
    PARTITA_OPERATION(UpdateItem, update_item),
    PARTITA_OPERATION(UpdateTable, update_table),
    PARTITA_OPERATION(UpdateTimeToLive, update_time_to_live),
};

// Sorted by name.
constexpr std::array kStreamOperations = {
    PARTITA_OPERATION(DescribeStream, describe_stream),
    PARTITA_OPERATION(GetRecords, get_records),
    PARTITA_OPERATION(GetShardIterator, get_shard_iterator),
    PARTITA_OPERATION(ListStreams, list_streams),
};
#undef PARTITA_OPERATION

static_assert(std::ranges::is_sorted(kOperations, {}, &Operation::name));
static_assert(std::ranges::is_sorted(kStreamOperations, {}, &Operation::name));

// AWS: two services, each of which knows its own operations only.
struct Service {
  std::string_view prefix;
  std::span<const Operation> operations;
};
constexpr std::array kServices = {Service{"DynamoDB_20120810.", kOperations},
                                  Service{"DynamoDBStreams_20120810.", kStreamOperations}};

const Operation* find_operation(std::string_view target) {
  for (const auto& service : kServices) {
    if (!target.starts_with(service.prefix)) continue;
    const auto name = target.substr(service.prefix.size());
    const auto found = std::ranges::lower_bound(service.operations, name, {}, &Operation::name);
    const bool is_there = found != service.operations.end() && found->name == name;
    return is_there ? &*found : nullptr;
  }
  return nullptr;
}

}  // namespace

std::vector<ServedOperation> served_operations() {
  std::vector<ServedOperation> served;
  for (const auto& service : kServices) {
    for (const auto& operation : service.operations) {
      served.push_back({service.prefix, operation.name, operation.request});
    }
  }
  return served;
}

Task<HttpStatus> Dispatcher::dispatch(std::string_view target, ByteView body,
                                      HttpResponse& response) {
  return dispatch_in(database_.context(), target, body, response);
}

Task<HttpStatus> Dispatcher::dispatch_as(std::string role, std::string_view target, ByteView body,
                                         HttpResponse& response) {
  Context context = database_.context();
  context.role = role;
  const HttpStatus status = co_await dispatch_in(context, target, body, response);
  co_return status;
}

Task<HttpStatus> Dispatcher::dispatch_in(Context& context, std::string_view target, ByteView body,
                                         HttpResponse& response) {
  const Operation* operation = find_operation(target);
  if (operation == nullptr) {
    const Error unknown = api::failure(api::Exception::UnknownOperation, "");
    return Task<HttpStatus>::ready(answer_error(unknown, response));
  }
  if (response.note != nullptr) response.note->operation = operation->name;
  return operation->serve(context, body, response);
}

}  // namespace partita::server
