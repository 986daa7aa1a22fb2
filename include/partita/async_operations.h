#pragma once

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/create_backup.h"
#include "partita/api/create_table.h"
#include "partita/api/delete_backup.h"
#include "partita/api/delete_item.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_backup.h"
#include "partita/api/describe_continuous_backups.h"
#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_stream.h"
#include "partita/api/describe_table.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/exception.h"
#include "partita/api/get_item.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/item_input.h"
#include "partita/api/list_backups.h"
#include "partita/api/list_streams.h"
#include "partita/api/list_tables.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/restore_table_from_backup.h"
#include "partita/api/restore_table_to_point_in_time.h"
#include "partita/api/scan.h"
#include "partita/api/tag_resource.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_continuous_backups.h"
#include "partita/api/update_item.h"
#include "partita/api/update_table.h"
#include "partita/api/update_time_to_live.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/models.h"

namespace partita {

namespace library {
class OpenDatabase;
}  // namespace library

// The operations of a database for coroutines: instead of blocking they return a Task
// (partita/base/task.h), which starts when it is awaited.
//
//   Task<Status> move_order(AsyncOperations operations, std::string id) {
//     api::GetItemRequest get;
//     get.table_name = "orders";
//     get.key = api::item_input({{"id", id}});
//     const auto found = co_await operations.get_item(get);
//     CO_TRY(found);
//     ...
//     co_return Status{};
//   }
//   sync_wait(move_order(database.async(), "o-1"));
//
// A task that has to wait, for the disk for example, is resumed on the Executor that was current on
// the thread where it was awaited (partita/base/executor.h), so an awaiting coroutine never changes
// its thread. sync_wait provides an executor, RunLoop is one, and a program with an event loop of
// its own derives one from Executor. Most reads are ready at once; writes wait until they are
// durable, and the writes of many coroutines share one sync of the disk.
//
// REQUIRES of all functions: the request and the database live until the task has ended; the
// awaiting coroutine runs on an Executor. A temporary request in the expression of the co_await
// lives long enough.
// ERRORS of all functions: as the function of the same name of Database, or of Models.
// THREADS: safe for concurrent calls. Copies refer to the same database.
class AsyncOperations {
 public:
  Task<Result<api::PutItemResponse>> put_item(const api::PutItemRequest& request);
  Task<Result<api::GetItemResponse>> get_item(const api::GetItemRequest& request);
  Task<Result<api::UpdateItemResponse>> update_item(const api::UpdateItemRequest& request);
  Task<Result<api::DeleteItemResponse>> delete_item(const api::DeleteItemRequest& request);
  Task<Result<api::QueryResponse>> query(const api::QueryRequest& request);
  Task<Result<api::ScanResponse>> scan(const api::ScanRequest& request);
  Task<Result<api::BatchGetItemResponse>> batch_get_item(const api::BatchGetItemRequest& request);
  Task<Result<api::BatchWriteItemResponse>> batch_write_item(
      const api::BatchWriteItemRequest& request);
  Task<Result<api::TransactGetItemsResponse>> transact_get_items(
      const api::TransactGetItemsRequest& request);
  Task<Result<api::TransactWriteItemsResponse>> transact_write_items(
      const api::TransactWriteItemsRequest& request);

  Task<Result<api::CreateTableResponse>> create_table(const api::CreateTableRequest& request);
  Task<Result<api::UpdateTableResponse>> update_table(const api::UpdateTableRequest& request);
  Task<Result<api::DeleteTableResponse>> delete_table(const api::DeleteTableRequest& request);
  Task<Result<api::DescribeTableResponse>> describe_table(const api::DescribeTableRequest& request);
  Task<Result<api::ListTablesResponse>> list_tables(const api::ListTablesRequest& request);
  Task<Result<api::UpdateTimeToLiveResponse>> update_time_to_live(
      const api::UpdateTimeToLiveRequest& request);
  Task<Result<api::DescribeTimeToLiveResponse>> describe_time_to_live(
      const api::DescribeTimeToLiveRequest& request);
  Task<Result<api::UpdateContinuousBackupsResponse>> update_continuous_backups(
      const api::UpdateContinuousBackupsRequest& request);
  Task<Result<api::DescribeContinuousBackupsResponse>> describe_continuous_backups(
      const api::DescribeContinuousBackupsRequest& request);
  Task<Result<api::RestoreTableToPointInTimeResponse>> restore_table_to_point_in_time(
      const api::RestoreTableToPointInTimeRequest& request);
  Task<Result<api::CreateBackupResponse>> create_backup(const api::CreateBackupRequest& request);
  Task<Result<api::DeleteBackupResponse>> delete_backup(const api::DeleteBackupRequest& request);
  Task<Result<api::DescribeBackupResponse>> describe_backup(
      const api::DescribeBackupRequest& request);
  Task<Result<api::ListBackupsResponse>> list_backups(const api::ListBackupsRequest& request);
  Task<Result<api::RestoreTableFromBackupResponse>> restore_table_from_backup(
      const api::RestoreTableFromBackupRequest& request);
  Task<Result<api::TagResourceResponse>> tag_resource(const api::TagResourceRequest& request);
  Task<Result<api::UntagResourceResponse>> untag_resource(const api::UntagResourceRequest& request);
  Task<Result<api::ListTagsOfResourceResponse>> list_tags_of_resource(
      const api::ListTagsOfResourceRequest& request);
  Task<Result<api::DescribeLimitsResponse>> describe_limits(
      const api::DescribeLimitsRequest& request);
  Task<Result<api::DescribeEndpointsResponse>> describe_endpoints(
      const api::DescribeEndpointsRequest& request);

  Task<Result<api::ListStreamsResponse>> list_streams(const api::ListStreamsRequest& request);
  Task<Result<api::DescribeStreamResponse>> describe_stream(
      const api::DescribeStreamRequest& request);
  Task<Result<api::GetShardIteratorResponse>> get_shard_iterator(
      const api::GetShardIteratorRequest& request);
  Task<Result<api::GetRecordsResponse>> get_records(const api::GetRecordsRequest& request);

  Task<Result<PatternPage>> read_pattern(const PatternRead& request);
  Task<Result<PatternWritten>> write_pattern(const PatternWrite& request);
  Task<Result<RollupTable>> read_rollup(const RollupRead& request);

 private:
  friend class Database;
  friend class Models;
  explicit AsyncOperations(library::OpenDatabase* open) : open_(open) {}

  library::OpenDatabase* open_;  // Null: closed.
};

}  // namespace partita
