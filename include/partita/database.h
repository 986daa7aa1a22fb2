#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/async_operations.h"
#include "partita/base/key_source.h"
#include "partita/base/result.h"
#include "partita/models.h"
#include "partita/value/value.h"

// Partita as a library: the database that the server serves, inside your own process.
//
//   #include <partita/builder/query.h>
//   #include <partita/database.h>
//
//   partita::Status run() {
//     auto database = TRY(partita::Database::open("/var/lib/shop"));
//     const auto model = TRY(partita::ModelFile::read("shop.yaml"));
//     TRY(database.models().apply(model));                    // Makes the tables, too.
//     TRY(database.put("orders", {{"id", "o-1"}, {"customer", "ada"}, {"total", 12}}));
//     const auto order = TRY(database.get("orders", {{"id", "o-1"}}));
//     if (order) std::cout << order->find("customer")->string() << '\n';
//     const auto page = TRY(partita::builder::Query("orders")
//                               .with_index("by-customer")
//                               .with_partition_key("customer", "ada")
//                               .run(database));
//     for (const auto& found : page.items) std::cout << found.view().find("id")->string() << '\n';
//     return {};
//   }
//
// ERRORS. A function that can fail returns a Result: a value, or an Error with a kind and a message
// (partita/base/error.h). TRY (partita/base/result.h) takes the value or returns the error from the
// enclosing function. api::exception_of(error) (partita/api/exception.h) is the DynamoDB exception
// that a server would return for an error. No function throws, except std::bad_alloc.
//
// REQUESTS. Each operation of DynamoDB has a header partita/api/<operation>.h with its request and
// response. Members have AWS's names in snake case (`TableName` is `table_name`), and an optional
// member that is not set means AWS's default. Each structure also has a static shape(): its names
// and limits on the wire, as data (partita/api/shape.h). The library checks the same limits as a
// server does, so a request that is accepted here is accepted there. The builders
// (partita/builder/*.h) write the longer ones for you.
//
// THREADS. All threads of a program may share one Database, unless a function says otherwise.
//
// OWNERSHIP. Requests are only read. Responses belong to the caller: nothing that is returned
// points into the database, and it stays valid when the database is closed.
namespace partita {

namespace library {
class OpenDatabase;
struct Access;
}  // namespace library

enum class Durability {
  Synced,   // A write returns when it is on disk, so a power failure cannot lose it.
  Relaxed,  // A power failure can lose the writes of the last `relaxed_interval`.
};

struct DatabaseOptions {
  Durability durability = Durability::Synced;
  std::chrono::milliseconds relaxed_interval{200};
  // Set: the files are encrypted. A database must be opened with the key it was created with.
  std::optional<KeySource> master_key = std::nullopt;
  // Memory for items that were read or written lately. Not set: a quarter of the machine's memory,
  // at most 8 GB.
  std::optional<std::uint64_t> cache_bytes = std::nullopt;
  // Where backups of tables are kept; in `backups` of the database's own directory if not given.
  std::optional<std::filesystem::path> backups = std::nullopt;
  // Applied in this order when the database is opened, with the default ApplyOptions. A model that
  // is already in force in this version is not applied again.
  std::vector<ModelFile> models = {};
  // Called with a line of text when the operator should know something, for example that the disk
  // is nearly full.   THREADS: called on any thread; it must not call the database.
  std::function<void(std::string_view)> report = {};
};

// The state of an open database, for monitoring. An empty string means that there is no problem.
struct DatabaseHealth {
  bool accepts_writes = true;
  std::string write_refusal;  // Why writes are refused, such as a full disk.
  std::string read_trouble;   // What went wrong with reads in the last minute.
  // Why the system's date is not trusted, for example because it jumped. Nothing expires meanwhile.
  std::string date_doubt;

  bool is_good() const { return accepts_writes && read_trouble.empty() && date_doubt.empty(); }
};

// An open database. The object is a handle: it can be moved, and the database stays where it is.
//
// Writes are atomic and serializable, and a read that begins after a write has returned sees it.
// The destructor closes the database.
//
// THREADS: all functions are safe for concurrent calls, except close, moving and destruction: these
// require that no other call is in progress and that every Task has ended.
class Database {
 public:
  // Opens the database in a directory, or creates one if the directory is missing or empty. Only
  // one process at a time can have a directory open. Only the owner of the files can read them.
  // ERRORS: InvalidArgument if the path is empty, the directory holds something else, the key is
  // missing or wrong, or a model is wrong; Unavailable if another process has it open; Corrupt if
  // files are damaged: nothing was changed then.
  static Result<Database> open(const std::filesystem::path& directory,
                               const DatabaseOptions& options = {});
  // Creates a database in memory, for tests and caches. Its content is lost when it is closed.
  // Options about files are ignored.
  // ERRORS: InvalidArgument if a model is wrong.
  static Result<Database> in_memory(const DatabaseOptions& options = {});

  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  ~Database();

  // Stops background work and closes the files. Unless the disk fails, relaxed writes are on it
  // when this returns. Closing twice is allowed; every later call fails with Unavailable.
  void close();
  bool is_open() const;

  DatabaseHealth health() const;
  // The data models of the database: their rules, access patterns and rollups.
  Models models();
  // The operations below for coroutines.   REQUIRES: the database outlives the returned object and
  // its tasks.
  AsyncOperations async();

  // Short forms of put_item, get_item and delete_item without options.
  // ERRORS: as those operations; InvalidArgument if the item or key is nested too deep, too large
  // or has text that is not UTF-8.
  Status put(std::string_view table_name, const Item& item);
  // Returns nullopt if there is no such item.
  Result<std::optional<Item>> get(std::string_view table_name, const Item& key);
  // Succeeds even if there is no such item.
  Status remove(std::string_view table_name, const Item& key);

  // The operations of DynamoDB. They block the calling thread until the response is available.
  // ERRORS: those of the request's header, as exceptions of DynamoDB (api::exception_of). Their
  // kinds: InvalidArgument for an invalid request, a failed condition or a write that a model
  // refuses; TooLarge; NotFound; AlreadyExists; Conflict if there were too many conflicting writes
  // (nothing was written, try again); Unavailable if certainly nothing was written; Unknown if it
  // may have been written; Corrupt if stored data is damaged.
  Result<api::PutItemResponse> put_item(const api::PutItemRequest& request);
  Result<api::GetItemResponse> get_item(const api::GetItemRequest& request);
  Result<api::UpdateItemResponse> update_item(const api::UpdateItemRequest& request);
  Result<api::DeleteItemResponse> delete_item(const api::DeleteItemRequest& request);
  Result<api::QueryResponse> query(const api::QueryRequest& request);
  Result<api::ScanResponse> scan(const api::ScanRequest& request);
  Result<api::BatchGetItemResponse> batch_get_item(const api::BatchGetItemRequest& request);
  Result<api::BatchWriteItemResponse> batch_write_item(const api::BatchWriteItemRequest& request);
  Result<api::TransactGetItemsResponse> transact_get_items(
      const api::TransactGetItemsRequest& request);
  Result<api::TransactWriteItemsResponse> transact_write_items(
      const api::TransactWriteItemsRequest& request);

  Result<api::CreateTableResponse> create_table(const api::CreateTableRequest& request);
  Result<api::UpdateTableResponse> update_table(const api::UpdateTableRequest& request);
  Result<api::DeleteTableResponse> delete_table(const api::DeleteTableRequest& request);
  Result<api::DescribeTableResponse> describe_table(const api::DescribeTableRequest& request);
  Result<api::ListTablesResponse> list_tables(const api::ListTablesRequest& request = {});
  Result<api::UpdateTimeToLiveResponse> update_time_to_live(
      const api::UpdateTimeToLiveRequest& request);
  Result<api::DescribeTimeToLiveResponse> describe_time_to_live(
      const api::DescribeTimeToLiveRequest& request);
  Result<api::UpdateContinuousBackupsResponse> update_continuous_backups(
      const api::UpdateContinuousBackupsRequest& request);
  Result<api::DescribeContinuousBackupsResponse> describe_continuous_backups(
      const api::DescribeContinuousBackupsRequest& request);
  Result<api::RestoreTableToPointInTimeResponse> restore_table_to_point_in_time(
      const api::RestoreTableToPointInTimeRequest& request);
  Result<api::CreateBackupResponse> create_backup(const api::CreateBackupRequest& request);
  Result<api::DeleteBackupResponse> delete_backup(const api::DeleteBackupRequest& request);
  Result<api::DescribeBackupResponse> describe_backup(const api::DescribeBackupRequest& request);
  Result<api::ListBackupsResponse> list_backups(const api::ListBackupsRequest& request);
  Result<api::RestoreTableFromBackupResponse> restore_table_from_backup(
      const api::RestoreTableFromBackupRequest& request);
  Result<api::TagResourceResponse> tag_resource(const api::TagResourceRequest& request);
  Result<api::UntagResourceResponse> untag_resource(const api::UntagResourceRequest& request);
  Result<api::ListTagsOfResourceResponse> list_tags_of_resource(
      const api::ListTagsOfResourceRequest& request);
  Result<api::DescribeLimitsResponse> describe_limits(
      const api::DescribeLimitsRequest& request = {});
  Result<api::DescribeEndpointsResponse> describe_endpoints(
      const api::DescribeEndpointsRequest& request = {});

  // The change streams of tables.
  Result<api::ListStreamsResponse> list_streams(const api::ListStreamsRequest& request = {});
  Result<api::DescribeStreamResponse> describe_stream(const api::DescribeStreamRequest& request);
  Result<api::GetShardIteratorResponse> get_shard_iterator(
      const api::GetShardIteratorRequest& request);
  Result<api::GetRecordsResponse> get_records(const api::GetRecordsRequest& request);

 private:
  friend struct library::Access;
  explicit Database(std::unique_ptr<library::OpenDatabase> open);

  std::unique_ptr<library::OpenDatabase> open_;  // Null: closed.
};

}  // namespace partita
