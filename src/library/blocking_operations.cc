#include "partita/base/task.h"
#include "partita/database.h"

namespace partita {

Result<api::PutItemResponse> Database::put_item(const api::PutItemRequest& request) {
  return sync_wait(async().put_item(request));
}

Result<api::GetItemResponse> Database::get_item(const api::GetItemRequest& request) {
  return sync_wait(async().get_item(request));
}

Result<api::UpdateItemResponse> Database::update_item(const api::UpdateItemRequest& request) {
  return sync_wait(async().update_item(request));
}

Result<api::DeleteItemResponse> Database::delete_item(const api::DeleteItemRequest& request) {
  return sync_wait(async().delete_item(request));
}

Result<api::QueryResponse> Database::query(const api::QueryRequest& request) {
  return sync_wait(async().query(request));
}

Result<api::ScanResponse> Database::scan(const api::ScanRequest& request) {
  return sync_wait(async().scan(request));
}

Result<api::BatchGetItemResponse> Database::batch_get_item(
    const api::BatchGetItemRequest& request) {
  return sync_wait(async().batch_get_item(request));
}

Result<api::BatchWriteItemResponse> Database::batch_write_item(
    const api::BatchWriteItemRequest& request) {
  return sync_wait(async().batch_write_item(request));
}

Result<api::TransactGetItemsResponse> Database::transact_get_items(
    const api::TransactGetItemsRequest& request) {
  return sync_wait(async().transact_get_items(request));
}

Result<api::TransactWriteItemsResponse> Database::transact_write_items(
    const api::TransactWriteItemsRequest& request) {
  return sync_wait(async().transact_write_items(request));
}

Result<api::CreateTableResponse> Database::create_table(const api::CreateTableRequest& request) {
  return sync_wait(async().create_table(request));
}

Result<api::UpdateTableResponse> Database::update_table(const api::UpdateTableRequest& request) {
  return sync_wait(async().update_table(request));
}

Result<api::DeleteTableResponse> Database::delete_table(const api::DeleteTableRequest& request) {
  return sync_wait(async().delete_table(request));
}

Result<api::DescribeTableResponse> Database::describe_table(
    const api::DescribeTableRequest& request) {
  return sync_wait(async().describe_table(request));
}

Result<api::ListTablesResponse> Database::list_tables(const api::ListTablesRequest& request) {
  return sync_wait(async().list_tables(request));
}

Result<api::UpdateTimeToLiveResponse> Database::update_time_to_live(
    const api::UpdateTimeToLiveRequest& request) {
  return sync_wait(async().update_time_to_live(request));
}

Result<api::UpdateContinuousBackupsResponse> Database::update_continuous_backups(
    const api::UpdateContinuousBackupsRequest& request) {
  return sync_wait(async().update_continuous_backups(request));
}

Result<api::DescribeContinuousBackupsResponse> Database::describe_continuous_backups(
    const api::DescribeContinuousBackupsRequest& request) {
  return sync_wait(async().describe_continuous_backups(request));
}

Result<api::RestoreTableToPointInTimeResponse> Database::restore_table_to_point_in_time(
    const api::RestoreTableToPointInTimeRequest& request) {
  return sync_wait(async().restore_table_to_point_in_time(request));
}

Result<api::CreateBackupResponse> Database::create_backup(const api::CreateBackupRequest& request) {
  return sync_wait(async().create_backup(request));
}

Result<api::DeleteBackupResponse> Database::delete_backup(const api::DeleteBackupRequest& request) {
  return sync_wait(async().delete_backup(request));
}

Result<api::DescribeBackupResponse> Database::describe_backup(
    const api::DescribeBackupRequest& request) {
  return sync_wait(async().describe_backup(request));
}

Result<api::ListBackupsResponse> Database::list_backups(const api::ListBackupsRequest& request) {
  return sync_wait(async().list_backups(request));
}

Result<api::RestoreTableFromBackupResponse> Database::restore_table_from_backup(
    const api::RestoreTableFromBackupRequest& request) {
  return sync_wait(async().restore_table_from_backup(request));
}

Result<api::DescribeTimeToLiveResponse> Database::describe_time_to_live(
    const api::DescribeTimeToLiveRequest& request) {
  return sync_wait(async().describe_time_to_live(request));
}

Result<api::TagResourceResponse> Database::tag_resource(const api::TagResourceRequest& request) {
  return sync_wait(async().tag_resource(request));
}

Result<api::UntagResourceResponse> Database::untag_resource(
    const api::UntagResourceRequest& request) {
  return sync_wait(async().untag_resource(request));
}

Result<api::ListTagsOfResourceResponse> Database::list_tags_of_resource(
    const api::ListTagsOfResourceRequest& request) {
  return sync_wait(async().list_tags_of_resource(request));
}

Result<api::DescribeLimitsResponse> Database::describe_limits(
    const api::DescribeLimitsRequest& request) {
  return sync_wait(async().describe_limits(request));
}

Result<api::DescribeEndpointsResponse> Database::describe_endpoints(
    const api::DescribeEndpointsRequest& request) {
  return sync_wait(async().describe_endpoints(request));
}

Result<api::ListStreamsResponse> Database::list_streams(const api::ListStreamsRequest& request) {
  return sync_wait(async().list_streams(request));
}

Result<api::DescribeStreamResponse> Database::describe_stream(
    const api::DescribeStreamRequest& request) {
  return sync_wait(async().describe_stream(request));
}

Result<api::GetShardIteratorResponse> Database::get_shard_iterator(
    const api::GetShardIteratorRequest& request) {
  return sync_wait(async().get_shard_iterator(request));
}

Result<api::GetRecordsResponse> Database::get_records(const api::GetRecordsRequest& request) {
  return sync_wait(async().get_records(request));
}

}  // namespace partita
