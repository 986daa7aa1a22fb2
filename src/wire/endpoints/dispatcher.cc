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
#include "dynamodb/operations/cancellations.h"
#include "dynamodb/operations/create_backup.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_backup.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_scaling_policy.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/deregister_scalable_target.h"
#include "dynamodb/operations/describe_backup.h"
#include "dynamodb/operations/describe_continuous_backups.h"
#include "dynamodb/operations/describe_endpoints.h"
#include "dynamodb/operations/describe_export.h"
#include "dynamodb/operations/describe_import.h"
#include "dynamodb/operations/describe_limits.h"
#include "dynamodb/operations/describe_scalable_targets.h"
#include "dynamodb/operations/describe_scaling_activities.h"
#include "dynamodb/operations/describe_scaling_policies.h"
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
#include "dynamodb/operations/put_scaling_policy.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/register_scalable_target.h"
#include "dynamodb/operations/restore_table_from_backup.h"
#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "dynamodb/operations/scalable_target_tags.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/table_replica_auto_scaling.h"
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
#include "wire/endpoints/fault_subject.h"
#include "wire/endpoints/held_members.h"
#include "wire/endpoints/noted_operation.h"
#include "wire/faults/faulty_answer.h"
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

// Whether a condition that fails is to be answered with the item.
template <typename Write>
bool wants_failed_item(const Write& write) {
  return write.return_values_on_condition_check_failure ==
         api::ReturnValuesOnConditionCheckFailure::AllOld;
}

// How many items a cancelled transaction answers with at most; they have a size together, too.
std::size_t failed_items_wanted(const api::TransactWriteItemsRequest& request) {
  constexpr std::size_t kItemsMax = operations::kTransactionBytesMax / server::kOneItem.all;
  const auto wants = [](const auto& write) { return write && wants_failed_item(*write); };
  const auto wanted =
      std::ranges::count_if(request.transact_items, [&](const api::TransactWriteItem& item) {
        return wants(item.condition_check) || wants(item.put) || wants(item.delete_) ||
               wants(item.update);
      });
  return std::min(static_cast<std::size_t>(wanted), kItemsMax);
}

// The memory that an answer may need at most, where it is taken before anything is done: for writes
// because they cannot be done again, for batches because many megabytes would be read for
// nothing if their answer is then refused.
template <typename Request>
ItemBytes expected_items(const Request& request) {
  std::size_t keys = 0;
  if constexpr (ItemWrite<Request>) {
    const auto wanted = request.return_values.value_or(api::ReturnValue::None);
    keys = wanted != api::ReturnValue::None || wants_failed_item(request) ? 1 : 0;
  } else if constexpr (std::same_as<Request, api::TransactWriteItemsRequest>) {
    keys = failed_items_wanted(request);
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
Task<Result<Response>> run_with_memory(operations::ReadContext context, const Request& request,
                                       ItemBytes& items, HttpResponse& response) {
  const bool has_memory = co_await server::wait_for_memory(response, items);
  if (!has_memory) co_return server::no_memory();
  auto result = co_await operation(context, request);
  take_memory_for(result, items, response);
  co_return result;
}

// What a read works with: the present, unless somebody has asked for the past.
operations::ReadContext read_context(const Context& context, const ApiCall& call) {
  if (call.past != nullptr) [[unlikely]]
    return context.at(*call.past);
  return context;
}

template <typename Request, typename Response, auto operation>
Task<Result<Response>> run_in_past(operations::ReadContext past, const Request& request) {
  co_return co_await operation(past, request);
}

template <typename Request, typename Response, auto operation>
Task<Result<Response>> run(Context& context, const ApiCall& call, const Request& request) {
  if constexpr (kOnlyReads<operation, Request>) {
    if (call.past != nullptr) [[unlikely]] {
      return run_in_past<Request, Response, operation>(read_context(context, call), request);
    }
  }
  return operations::run_with_newest_tables<operation, Response>(context, request);
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
          .access_key = call.access_key_id,
          .correlation = call.correlation};
}

// From JSON to JSON, for one operation.
template <typename Request, typename Response, auto operation>
Task<HttpStatus> serve(Context& context, ApiCall call, HttpResponse& response) {
  auto request = protocol::decode_request<Request>(call.body);
  if (!request.ok()) co_return answer_error(request.error(), response);
  if (response.note != nullptr) note_request(*response.note, *request);
  [[maybe_unused]] HeldMembers<Request> held;
  if constexpr (BatchRequest<Request>) {
    if (call.left_members != nullptr) [[unlikely]]
      held = hold_back(*request, *call.left_members);
  }
  if (const auto expected = expected_items(*request); expected.count > 0) {
    bool has_memory = server::take_memory(response, expected);
    if (!has_memory) has_memory = co_await server::wait_for_memory(response, expected);
    if (!has_memory) co_return answer_error(server::no_memory(), response);
  }
  response.may_have_written = !kOnlyReads<operation, Request>;
  Context own = context;
  if constexpr (!kOnlyReads<operation, Request>) own.author = author_of(call, response);
  auto result = co_await run<Request, Response, operation>(own, call, *request);
  ItemBytes items;
  if constexpr (kOnlyReads<operation, Request>) {
    take_memory_for(result, items, response);
    if (!result.ok() && server::is_large(items)) {
      auto reading = read_context(context, call);
      result = co_await run_with_memory<Request, Response, operation>(std::move(reading), *request,
                                                                      items, response);
    }
  } else if (result.ok()) {
    items = protocol::item_bytes_of(*result);
  }
  if (!result.ok()) co_return answer_error(result.error(), response);
  if constexpr (BatchRequest<Request>) {
    if (call.left_members != nullptr) [[unlikely]]
      give_back(*result, std::move(held));
  }
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
  SubjectReader read_subject;
};

// `words` is what it is called on the wire.
#define PARTITA_OPERATION_AS(words, Name, function)                                              \
  Operation {                                                                                    \
    words, &serve<api::Name##Request, api::Name##Response, &operations::function>,               \
        &protocol::StructureTypeOf<api::Name##Request>::kType, &read_subject<api::Name##Request> \
  }
#define PARTITA_OPERATION(Name, function) PARTITA_OPERATION_AS(#Name, Name, function)

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
    PARTITA_OPERATION(DescribeTableReplicaAutoScaling, describe_table_replica_auto_scaling),
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
    PARTITA_OPERATION(UpdateTableReplicaAutoScaling, update_table_replica_auto_scaling),
    PARTITA_OPERATION(UpdateTimeToLive, update_time_to_live),
};

// Sorted by name.
constexpr std::array kStreamOperations = {
    PARTITA_OPERATION(DescribeStream, describe_stream),
    PARTITA_OPERATION(GetRecords, get_records),
    PARTITA_OPERATION(GetShardIterator, get_shard_iterator),
    PARTITA_OPERATION(ListStreams, list_streams),
};

// Sorted by name.
constexpr std::array kScalingOperations = {
    PARTITA_OPERATION(DeleteScalingPolicy, delete_scaling_policy),
    PARTITA_OPERATION(DeregisterScalableTarget, deregister_scalable_target),
    PARTITA_OPERATION(DescribeScalableTargets, describe_scalable_targets),
    PARTITA_OPERATION(DescribeScalingActivities, describe_scaling_activities),
    PARTITA_OPERATION(DescribeScalingPolicies, describe_scaling_policies),
    PARTITA_OPERATION_AS("ListTagsForResource", ListTagsOfScalableTarget,
                         list_tags_of_scalable_target),
    PARTITA_OPERATION(PutScalingPolicy, put_scaling_policy),
    PARTITA_OPERATION(RegisterScalableTarget, register_scalable_target),
    PARTITA_OPERATION_AS("TagResource", TagScalableTarget, tag_scalable_target),
    PARTITA_OPERATION_AS("UntagResource", UntagScalableTarget, untag_scalable_target),
};
#undef PARTITA_OPERATION
#undef PARTITA_OPERATION_AS

static_assert(std::ranges::is_sorted(kOperations, {}, &Operation::name));
static_assert(std::ranges::is_sorted(kStreamOperations, {}, &Operation::name));
static_assert(std::ranges::is_sorted(kScalingOperations, {}, &Operation::name));

// AWS: three services, each of which knows its own operations only.
struct Service {
  std::string_view prefix;
  std::span<const Operation> operations;
};
constexpr std::array kServices = {Service{"DynamoDB_20120810.", kOperations},
                                  Service{"DynamoDBStreams_20120810.", kStreamOperations},
                                  Service{kScalingTarget, kScalingOperations}};

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

// Ours: AWS's scheduled actions are not there, so all else of its API is named as well.
Error unknown_scaling_operation(std::string_view target) {
  std::vector<std::string_view> names;
  for (const auto& operation : kScalingOperations) names.push_back(operation.name);
  return api::failure(
      api::Exception::UnknownOperation,
      fmt::format("Partita does not have the operation {}. Of AnyScaleFrontendService it has {}.",
                  protocol::printable(target.substr(0, kShownTargetBytesMax)),
                  fmt::join(names, ", ")));
}

// The operation as usual, or with what somebody has asked for who tests a program.
Task<HttpStatus> serve_with_faults(faults::Faults& faults, const Operation& operation,
                                   Context& context, ApiCall call, HttpResponse& response) {
  auto subject = operation.read_subject(call.body);
  if (subject) subject->operation = operation.name;
  const auto serve_call = [&](faults::FaultyService service) {
    ApiCall own = call;
    own.left_members = service.left_members;
    own.past = service.past;
    return operation.serve(context, std::move(own), response);
  };
  faults::FaultyExchange exchange{
      .context = context, .response = response, .serve = serve_call, .refuse = &answer_error};
  auto answer = faults::answer_with_faults(faults, std::move(subject), std::move(exchange));
  co_return co_await std::move(answer);
}

// Ours: AWS says nothing but the type, which helps nobody who has misspelt a name.
Error unknown_operation(std::string_view target) {
  if (target.empty()) {
    return api::failure(api::Exception::UnknownOperation,
                        "The request has no X-Amz-Target header, such as "
                        "DynamoDB_20120810.GetItem");
  }
  if (target.starts_with(kScalingTarget)) return unknown_scaling_operation(target);
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

Task<HttpStatus> serve_as_json_1_1(Task<HttpStatus> answer, HttpResponse& response) {
  const HttpStatus status = co_await answer;
  response.content_type = "application/x-amz-json-1.1";
  co_return status;
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

// What metrics call an operation: its own name, which two services may share.
static std::string_view counted_name(const ServedOperation& operation) {
  const bool is_of_scaling = operation.service == kScalingTarget;
  if (is_of_scaling && operation.name == "TagResource") return "TagScalableTarget";
  if (is_of_scaling && operation.name == "UntagResource") return "UntagScalableTarget";
  return operation.name;
}

std::vector<std::string_view> faulty_operations() {
  std::vector<std::string_view> names{faults::kModelRead, faults::kModelWrite};
  for (const auto& operation : served_operations()) {
    if (operation.service != kScalingTarget) names.push_back(operation.name);
  }
  return names;
}

std::vector<std::string_view> counted_operations() {
  std::vector<std::string_view> names(kRequestClasses.begin(), kRequestClasses.end());
  for (const auto& operation : served_operations()) names.push_back(counted_name(operation));
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
  if (call.target.starts_with(kScalingTarget)) {
    return serve_as_json_1_1(operation->serve(context, std::move(call), response), response);
  }
  if (faults_ != nullptr && faults_->is_on()) [[unlikely]] {
    return serve_with_faults(*faults_, *operation, context, std::move(call), response);
  }
  return operation->serve(context, std::move(call), response);
}

}  // namespace partita::endpoints
