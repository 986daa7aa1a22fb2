#include "wire/endpoints/dispatcher.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/batch_get_item.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/create_backup.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_backup.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_backup.h"
#include "dynamodb/operations/describe_continuous_backups.h"
#include "dynamodb/operations/describe_endpoints.h"
#include "dynamodb/operations/describe_export.h"
#include "dynamodb/operations/describe_import.h"
#include "dynamodb/operations/describe_limits.h"
#include "dynamodb/operations/describe_stream.h"
#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/describe_time_to_live.h"
#include "dynamodb/operations/export_table_to_point_in_time.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/get_records.h"
#include "dynamodb/operations/get_shard_iterator.h"
#include "dynamodb/operations/import_table.h"
#include "dynamodb/operations/list_backups.h"
#include "dynamodb/operations/list_exports.h"
#include "dynamodb/operations/list_imports.h"
#include "dynamodb/operations/list_streams.h"
#include "dynamodb/operations/list_tables.h"
#include "dynamodb/operations/list_tags_of_resource.h"
#include "dynamodb/operations/newest_tables.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/restore_table_from_backup.h"
#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/tag_resource.h"
#include "dynamodb/operations/transact_get_items.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/untag_resource.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "dynamodb/operations/update_item.h"
#include "dynamodb/operations/update_table.h"
#include "dynamodb/operations/update_time_to_live.h"
#include "partita/api/exception.h"
#include "wire/endpoints/api_response.h"
#include "wire/endpoints/noted_operation.h"
#include "wire/protocol/errors.h"
#include "wire/protocol/request_decoder.h"
#include "wire/protocol/request_id.h"
#include "wire/protocol/response_encoder.h"
#include "wire/protocol/sigv4_claim.h"
#include "wire/server/compressed_answer.h"
#include "wire/server/large_answer.h"
#include "wire/server/request_counts.h"

namespace partita::endpoints {
namespace {

using operations::Context;
using protocol::HttpResponse;
using protocol::HttpStatus;
using protocol::ItemBytes;

using Serve = Task<HttpStatus> (*)(Context&, ApiCall, HttpResponse&);

// AWS: what BatchGetItem gives at most, and one item.
constexpr std::size_t kBatchBytesMax = std::size_t{17} << 20;

// A write that can answer with an item. What it does cannot be done again.
template <typename Request>
concept ItemWrite = requires(const Request& request) {
  request.return_values;
};

// Operations that can be run again, and whose failure leaves nothing in doubt: those that have
// nothing to write with.
template <auto operation, typename Request>
constexpr bool kOnlyReads =
    std::invocable<decltype(operation), const operations::ReadContext&, const Request&>;

// The memory that an answer may need at most, where it is taken before anything is done: for writes
// because they cannot be done again, for batches because many megabytes would be read for
// nothing if their answer is then refused.
template <typename Request>
ItemBytes expected_items(const Request& request) {
  std::size_t keys = 0;
  if constexpr (ItemWrite<Request>) {
    keys = request.return_values.value_or(api::ReturnValue::None) == api::ReturnValue::None ? 0 : 1;
  } else if constexpr (std::same_as<Request, api::BatchGetItemRequest>) {
    for (const auto& [table, wanted] : request.request_items) keys += wanted.keys.size();
  } else if constexpr (std::same_as<Request, api::TransactGetItemsRequest>) {
    keys = request.transact_items.size();
  }
  if (keys == 0) return {};
  return {.count = keys,
          .all = std::min(keys * server::kOneItem.all, kBatchBytesMax),
          .largest = server::kOneItem.largest};
}

// Takes the memory for an answer that is large enough to be counted, and drops one that finds none.
template <typename Response>
void take_memory_for(Result<Response>& result, ItemBytes& items, HttpResponse& response) {
  if (!result.ok()) return;
  items = protocol::item_bytes_of(*result);
  if (!server::is_large(items)) {
    server::give_memory_back(response);
  } else if (!server::take_memory(response, items)) {
    result = server::no_memory();
  }
}

// Runs the operation once it has the memory that its answer needed the first time. REQUIRES: it
// only reads.
template <typename Request, typename Response, auto operation>
Task<Result<Response>> run_with_memory(Context& context, const Request& request, ItemBytes& items,
                                       HttpResponse& response) {
  const bool has_memory = co_await server::wait_for_memory(response, items);
  if (!has_memory) co_return server::no_memory();
  auto result = co_await operation(context, request);
  take_memory_for(result, items, response);
  co_return result;
}

template <typename Response>
HttpStatus write_answer(const ApiCall& call, Response result, const ItemBytes& items,
                        HttpResponse& response) {
  if (response.note != nullptr) note_answer(*response.note, result);
  if (server::is_large(items) &&
      !(call.request != nullptr && server::may_compress(*call.request, items))) {
    response.source = protocol::json_source(std::move(result));
  } else {
    protocol::append_json(response.body, result);
    if (call.request != nullptr) server::compress_if_accepted(*call.request, response);
  }
  finish_api_response(response);
  return HttpStatus::Ok;
}

// What the request writes is marked with its id, which its answer then has.
history::Author author_of(const ApiCall& call, HttpResponse& response) {
  response.request_id = protocol::new_request_id();
  return {.request = protocol::request_number(response.request_id).value_or(0),
          .access_key = call.access_key_id};
}

// From JSON to JSON, for one operation.
template <typename Request, typename Response, auto operation>
Task<HttpStatus> serve(Context& context, ApiCall call, HttpResponse& response) {
  const auto request = protocol::decode_request<Request>(call.body);
  if (!request.ok()) co_return answer_error(request.error(), response);
  if (response.note != nullptr) note_request(*response.note, *request);
  if (const auto expected = expected_items(*request); expected.count > 0) {
    bool has_memory = server::take_memory(response, expected);
    if (!has_memory) has_memory = co_await server::wait_for_memory(response, expected);
    if (!has_memory) co_return answer_error(server::no_memory(), response);
  }
  response.may_have_written = !kOnlyReads<operation, Request>;
  Context own = context;
  if constexpr (!kOnlyReads<operation, Request>) own.author = author_of(call, response);
  auto result = co_await operations::run_with_newest_tables<operation, Response>(own, *request);
  ItemBytes items;
  if constexpr (kOnlyReads<operation, Request>) {
    take_memory_for(result, items, response);
    if (!result.ok() && server::is_large(items)) {
      result = co_await run_with_memory<Request, Response, operation>(context, *request, items,
                                                                      response);
    }
  } else if (result.ok()) {
    items = protocol::item_bytes_of(*result);
  }
  if (!result.ok()) co_return answer_error(result.error(), response);
  if constexpr (requires { result->warning; }) append_warning(result->warning, response);
  if constexpr (std::same_as<Response, api::DescribeEndpointsResponse>) {
    // A client goes there from now on, so it must be where it is now.
    const auto host = call.request == nullptr ? std::nullopt : call.request->find_header("host");
    if (host) result->endpoints.front().address = *host;
  }
  co_return write_answer(call, std::move(*result), items, response);
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
    PARTITA_OPERATION(CreateBackup, create_backup),
    PARTITA_OPERATION(CreateTable, create_table),
    PARTITA_OPERATION(DeleteBackup, delete_backup),
    PARTITA_OPERATION(DeleteItem, delete_item),
    PARTITA_OPERATION(DeleteTable, delete_table),
    PARTITA_OPERATION(DescribeBackup, describe_backup),
    PARTITA_OPERATION(DescribeContinuousBackups, describe_continuous_backups),
    PARTITA_OPERATION(DescribeEndpoints, describe_endpoints),
    PARTITA_OPERATION(DescribeExport, describe_export),
    PARTITA_OPERATION(DescribeImport, describe_import),
    PARTITA_OPERATION(DescribeLimits, describe_limits),
    PARTITA_OPERATION(DescribeTable, describe_table),
    PARTITA_OPERATION(DescribeTimeToLive, describe_time_to_live),
    PARTITA_OPERATION(ExportTableToPointInTime, export_table_to_point_in_time),
    PARTITA_OPERATION(GetItem, get_item),
    PARTITA_OPERATION(ImportTable, import_table),
    PARTITA_OPERATION(ListBackups, list_backups),
    PARTITA_OPERATION(ListExports, list_exports),
    PARTITA_OPERATION(ListImports, list_imports),
    PARTITA_OPERATION(ListTables, list_tables),
    PARTITA_OPERATION(ListTagsOfResource, list_tags_of_resource),
    PARTITA_OPERATION(PutItem, put_item),
    PARTITA_OPERATION(Query, query),
    PARTITA_OPERATION(RestoreTableFromBackup, restore_table_from_backup),
    PARTITA_OPERATION(RestoreTableToPointInTime, restore_table_to_point_in_time),
    PARTITA_OPERATION(Scan, scan),
    PARTITA_OPERATION(TagResource, tag_resource),
    PARTITA_OPERATION(TransactGetItems, transact_get_items),
    PARTITA_OPERATION(TransactWriteItems, transact_write_items),
    PARTITA_OPERATION(UntagResource, untag_resource),
    PARTITA_OPERATION(UpdateContinuousBackups, update_continuous_backups),
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

// Names of RequestClass.
constexpr std::array<std::string_view, 5> kRequestClasses = {"other", "model_read", "model_write",
                                                             "console", "probe"};

constexpr std::size_t kShownTargetBytesMax = 100;

// Its place among all that requests are counted by.
struct FoundOperation {
  const Operation* operation = nullptr;
  std::uint8_t number = 0;
};

FoundOperation find_operation(std::string_view target) {
  std::size_t first = kRequestClasses.size();
  for (const auto& service : kServices) {
    if (!target.starts_with(service.prefix)) {
      first += service.operations.size();
      continue;
    }
    const auto name = target.substr(service.prefix.size());
    const auto found = std::ranges::lower_bound(service.operations, name, {}, &Operation::name);
    const bool is_there = found != service.operations.end() && found->name == name;
    if (!is_there) return {};
    const auto place = static_cast<std::size_t>(found - service.operations.begin());
    return {.operation = &*found, .number = static_cast<std::uint8_t>(first + place)};
  }
  return {};
}

// Ours: AWS says nothing but the type, which helps nobody who has misspelt a name.
Error unknown_operation(std::string_view target) {
  if (target.empty()) {
    return api::failure(api::Exception::UnknownOperation,
                        "The request has no X-Amz-Target header, such as "
                        "DynamoDB_20120810.GetItem");
  }
  std::vector<std::string_view> names;
  for (const auto& operation : kOperations) names.push_back(operation.name);
  for (const auto& operation : kStreamOperations) names.push_back(operation.name);
  return api::failure(
      api::Exception::UnknownOperation,
      fmt::format("Partita does not have the operation {}. It has {}; the last {} are of "
                  "DynamoDBStreams_20120810, the others of DynamoDB_20120810.",
                  protocol::printable(target.substr(0, kShownTargetBytesMax)),
                  fmt::join(names, ", "), kStreamOperations.size()));
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

std::vector<std::string_view> counted_operations() {
  std::vector<std::string_view> names(kRequestClasses.begin(), kRequestClasses.end());
  for (const auto& operation : served_operations()) names.push_back(operation.name);
  PARTITA_CHECK(names.size() <= server::RequestCounts::kOperations);
  return names;
}

Task<HttpStatus> Dispatcher::dispatch(ApiCall call, HttpResponse& response) {
  return dispatch_in(database_.context(), std::move(call), response);
}

Task<HttpStatus> Dispatcher::dispatch_as(std::string role, ApiCall call, HttpResponse& response) {
  Context context = database_.context();
  context.role = role;
  co_return co_await dispatch_in(context, std::move(call), response);
}

Task<HttpStatus> Dispatcher::dispatch_in(Context& context, ApiCall call, HttpResponse& response) {
  const auto [operation, number] = find_operation(call.target);
  if (operation == nullptr) {
    return Task<HttpStatus>::ready(answer_error(unknown_operation(call.target), response));
  }
  response.operation = number;
  if (response.note != nullptr) response.note->operation = operation->name;
  return operation->serve(context, std::move(call), response);
}

}  // namespace partita::endpoints
