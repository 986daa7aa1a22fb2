#include "partita/async_operations.h"

#include <utility>

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
#include "dynamodb/operations/describe_limits.h"
#include "dynamodb/operations/describe_stream.h"
#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/describe_time_to_live.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/get_records.h"
#include "dynamodb/operations/get_shard_iterator.h"
#include "dynamodb/operations/list_backups.h"
#include "dynamodb/operations/list_streams.h"
#include "dynamodb/operations/list_tables.h"
#include "dynamodb/operations/list_tags_of_resource.h"
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
#include "library/open_database.h"
#include "library/request_limits.h"

namespace partita {
namespace {

using library::OpenDatabase;

// For a store that other programs change, too.
template <typename Request, typename Response, typename Surroundings>
Task<Result<Response>> follow_and_run(operations::Context& context, const Request& request,
                                      Task<Result<Response>> (*operation)(Surroundings&,
                                                                          const Request&)) {
  Status followed = co_await context.catalog.keep_up();
  CO_TRY(followed);
  co_return co_await operation(context, request);
}

// Checks what the decoder of a server would have checked, then runs the operation.
// `Surroundings` is what it works with: a Context, or a ReadContext if it only reads.
template <typename Request, typename Response, typename Surroundings>
Task<Result<Response>> start(OpenDatabase* open, const Request& request,
                             Task<Result<Response>> (*operation)(Surroundings&, const Request&)) {
  if (open == nullptr) return Task<Result<Response>>::ready(library::closed());
  Status limits = library::check_limits(request);
  if (!limits.ok()) return Task<Result<Response>>::ready(std::move(limits).error());
  if (open->context().catalog.is_shared()) {
    return follow_and_run(open->context(), request, operation);
  }
  return operation(open->context(), request);
}

}  // namespace

Task<Result<api::PutItemResponse>> AsyncOperations::put_item(const api::PutItemRequest& request) {
  return start(open_, request, &operations::put_item);
}

Task<Result<api::GetItemResponse>> AsyncOperations::get_item(const api::GetItemRequest& request) {
  return start(open_, request, &operations::get_item);
}

Task<Result<api::UpdateItemResponse>> AsyncOperations::update_item(
    const api::UpdateItemRequest& request) {
  return start(open_, request, &operations::update_item);
}

Task<Result<api::DeleteItemResponse>> AsyncOperations::delete_item(
    const api::DeleteItemRequest& request) {
  return start(open_, request, &operations::delete_item);
}

Task<Result<api::QueryResponse>> AsyncOperations::query(const api::QueryRequest& request) {
  return start(open_, request, &operations::query);
}

Task<Result<api::ScanResponse>> AsyncOperations::scan(const api::ScanRequest& request) {
  return start(open_, request, &operations::scan);
}

Task<Result<api::BatchGetItemResponse>> AsyncOperations::batch_get_item(
    const api::BatchGetItemRequest& request) {
  return start(open_, request, &operations::batch_get_item);
}

Task<Result<api::BatchWriteItemResponse>> AsyncOperations::batch_write_item(
    const api::BatchWriteItemRequest& request) {
  return start(open_, request, &operations::batch_write_item);
}

Task<Result<api::TransactGetItemsResponse>> AsyncOperations::transact_get_items(
    const api::TransactGetItemsRequest& request) {
  return start(open_, request, &operations::transact_get_items);
}

Task<Result<api::TransactWriteItemsResponse>> AsyncOperations::transact_write_items(
    const api::TransactWriteItemsRequest& request) {
  return start(open_, request, &operations::transact_write_items);
}

Task<Result<api::CreateTableResponse>> AsyncOperations::create_table(
    const api::CreateTableRequest& request) {
  return start(open_, request, &operations::create_table);
}

Task<Result<api::UpdateTableResponse>> AsyncOperations::update_table(
    const api::UpdateTableRequest& request) {
  return start(open_, request, &operations::update_table);
}

Task<Result<api::DeleteTableResponse>> AsyncOperations::delete_table(
    const api::DeleteTableRequest& request) {
  return start(open_, request, &operations::delete_table);
}

Task<Result<api::DescribeTableResponse>> AsyncOperations::describe_table(
    const api::DescribeTableRequest& request) {
  return start(open_, request, &operations::describe_table);
}

Task<Result<api::ListTablesResponse>> AsyncOperations::list_tables(
    const api::ListTablesRequest& request) {
  return start(open_, request, &operations::list_tables);
}

Task<Result<api::UpdateTimeToLiveResponse>> AsyncOperations::update_time_to_live(
    const api::UpdateTimeToLiveRequest& request) {
  return start(open_, request, &operations::update_time_to_live);
}

Task<Result<api::UpdateContinuousBackupsResponse>> AsyncOperations::update_continuous_backups(
    const api::UpdateContinuousBackupsRequest& request) {
  return start(open_, request, &operations::update_continuous_backups);
}

Task<Result<api::DescribeContinuousBackupsResponse>> AsyncOperations::describe_continuous_backups(
    const api::DescribeContinuousBackupsRequest& request) {
  return start(open_, request, &operations::describe_continuous_backups);
}

Task<Result<api::RestoreTableToPointInTimeResponse>>
AsyncOperations::restore_table_to_point_in_time(
    const api::RestoreTableToPointInTimeRequest& request) {
  return start(open_, request, &operations::restore_table_to_point_in_time);
}

Task<Result<api::CreateBackupResponse>> AsyncOperations::create_backup(
    const api::CreateBackupRequest& request) {
  return start(open_, request, &operations::create_backup);
}

Task<Result<api::DeleteBackupResponse>> AsyncOperations::delete_backup(
    const api::DeleteBackupRequest& request) {
  return start(open_, request, &operations::delete_backup);
}

Task<Result<api::DescribeBackupResponse>> AsyncOperations::describe_backup(
    const api::DescribeBackupRequest& request) {
  return start(open_, request, &operations::describe_backup);
}

Task<Result<api::ListBackupsResponse>> AsyncOperations::list_backups(
    const api::ListBackupsRequest& request) {
  return start(open_, request, &operations::list_backups);
}

Task<Result<api::RestoreTableFromBackupResponse>> AsyncOperations::restore_table_from_backup(
    const api::RestoreTableFromBackupRequest& request) {
  return start(open_, request, &operations::restore_table_from_backup);
}

Task<Result<api::DescribeTimeToLiveResponse>> AsyncOperations::describe_time_to_live(
    const api::DescribeTimeToLiveRequest& request) {
  return start(open_, request, &operations::describe_time_to_live);
}

Task<Result<api::TagResourceResponse>> AsyncOperations::tag_resource(
    const api::TagResourceRequest& request) {
  return start(open_, request, &operations::tag_resource);
}

Task<Result<api::UntagResourceResponse>> AsyncOperations::untag_resource(
    const api::UntagResourceRequest& request) {
  return start(open_, request, &operations::untag_resource);
}

Task<Result<api::ListTagsOfResourceResponse>> AsyncOperations::list_tags_of_resource(
    const api::ListTagsOfResourceRequest& request) {
  return start(open_, request, &operations::list_tags_of_resource);
}

Task<Result<api::DescribeLimitsResponse>> AsyncOperations::describe_limits(
    const api::DescribeLimitsRequest& request) {
  return start(open_, request, &operations::describe_limits);
}

Task<Result<api::DescribeEndpointsResponse>> AsyncOperations::describe_endpoints(
    const api::DescribeEndpointsRequest& request) {
  return start(open_, request, &operations::describe_endpoints);
}

Task<Result<api::ListStreamsResponse>> AsyncOperations::list_streams(
    const api::ListStreamsRequest& request) {
  return start(open_, request, &operations::list_streams);
}

Task<Result<api::DescribeStreamResponse>> AsyncOperations::describe_stream(
    const api::DescribeStreamRequest& request) {
  return start(open_, request, &operations::describe_stream);
}

Task<Result<api::GetShardIteratorResponse>> AsyncOperations::get_shard_iterator(
    const api::GetShardIteratorRequest& request) {
  return start(open_, request, &operations::get_shard_iterator);
}

Task<Result<api::GetRecordsResponse>> AsyncOperations::get_records(
    const api::GetRecordsRequest& request) {
  return start(open_, request, &operations::get_records);
}

}  // namespace partita
