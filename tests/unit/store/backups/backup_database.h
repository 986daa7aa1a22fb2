#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "dynamodb/operations/create_backup.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_backup.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_backup.h"
#include "dynamodb/operations/list_backups.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/restore_table_from_backup.h"
#include "dynamodb/operations/scan.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"

namespace partita::backups {

// A database on real files with one table, that can be closed and opened again.
class BackupDatabase : public ::testing::Test {
 protected:
  void open(const database::DatabaseOptions& options = {}) {
    store_.directory = directory_ / "data";
    store_.durability = database::Durability::Relaxed;
    database_ = database::Database::open(store_, options).value();
  }
  void open_elsewhere() {
    database::DatabaseOptions options;
    options.backups = directory_ / "elsewhere";
    open(options);
  }
  // In a bucket, which is a directory here.
  void open_in_bucket() {
    std::filesystem::create_directories(directory_ / "buckets" / "copies");
    place_ = std::move(places::open_directory_place(directory_ / "buckets")).value();
    database::DatabaseOptions options;
    options.place = place_.get();
    options.backup_bucket = {.bucket = "copies", .prefix = "of/tables"};
    open(options);
  }
  void close() { database_.reset(); }

  operations::Context& context() { return database_->context(); }

  void create_table(std::string name) {
    api::CreateTableRequest request;
    request.table_name = std::move(name);
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", api::KeyType::Hash}};
    request.billing_mode = api::BillingMode::PayPerRequest;
    const auto made = sync_wait(operations::create_table(context(), request));
    ASSERT_TRUE(made.ok()) << made.error().to_string();
  }
  void put(std::string_view table, const Item& item) {
    api::PutItemRequest request;
    request.table_name = table;
    request.item = EncodedItem(item);
    const auto answer = sync_wait(operations::put_item(context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }
  void fill(int items, std::string_view padding = "") {
    for (int i = 0; i < items; ++i) {
      put("tab",
          {{"pk", "key-" + std::to_string(i)}, {"text", "some secret" + std::string(padding)}});
    }
  }

  // Waits for what jobs bring about.
  template <typename Holds>
  void wait_until(Holds holds) {
    auto& jobs = database_->jobs();
    while (true) {
      const auto seen = jobs.turns();
      if (holds()) return;
      // A clock that stands still brings no turn by itself.
      jobs.signal(lifecycle::kTablesTopic);
      sync_wait([](jobs::Jobs& of, std::uint64_t after) -> Task<Status> {
        co_await of.turn_after(after);
        co_return Status{};
      }(jobs, seen))
          .value();
    }
  }

  std::string begin_backup(std::string name = "first") {
    const auto made = sync_wait(operations::create_backup(
        context(), {.table_name = "tab", .backup_name = std::move(name)}));
    EXPECT_TRUE(made.ok()) << made.error().to_string();
    return made.ok() ? *made->backup_details->backup_arn : "";
  }
  bool is_there(const std::string& arn) {
    const auto found = sync_wait(operations::describe_backup(context(), {.backup_arn = arn}));
    return found.ok() &&
           found->backup_description->backup_details->backup_status == api::BackupStatus::Available;
  }
  std::string make_backup(std::string name = "first") {
    std::string arn = begin_backup(std::move(name));
    wait_until([&] { return is_there(arn); });
    return arn;
  }
  // The message of the refusal, or nothing.
  std::string begin_restore(const std::string& arn, std::string target) {
    api::RestoreTableFromBackupRequest request;
    request.backup_arn = arn;
    request.target_table_name = std::move(target);
    const auto begun = sync_wait(operations::restore_table_from_backup(context(), request));
    return begun.ok() ? "" : begun.error().message();
  }
  bool is_active(std::string_view table) {
    const auto found = context().catalog.find(table);
    return found && found->state == catalog::TableState::Active;
  }
  void restore(const std::string& arn, const std::string& target) {
    ASSERT_EQ(begin_restore(arn, target), "");
    wait_until([&] { return is_active(target); });
  }
  std::int64_t count(std::string_view table) {
    std::int64_t all = 0;
    api::ScanRequest request;
    request.table_name = table;
    while (true) {
      const auto page = sync_wait(operations::scan(context(), request));
      EXPECT_TRUE(page.ok());
      all += page->count.value_or(0);
      if (!page->last_evaluated_key) return all;
      request.exclusive_start_key = *page->last_evaluated_key;
    }
  }
  std::vector<std::string> backups(api::BackupTypeFilter type = api::BackupTypeFilter::All) {
    api::ListBackupsRequest request;
    request.backup_type = type;
    std::vector<std::string> names;
    const auto listed = sync_wait(operations::list_backups(context(), request));
    for (const auto& each : listed->backup_summaries) names.push_back(*each.backup_name);
    return names;
  }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& each :
         std::filesystem::recursive_directory_iterator(directory_ / "data" / "backups")) {
      if (each.is_regular_file()) found.push_back(each.path());
    }
    return found;
  }

  ManualClock clock_;  // Before the database, which uses it to its end.
  testing::TemporaryDirectory directory_{testing::memory_directory()};
  database::RocksdbStore store_;
  std::unique_ptr<places::ObjectPlace> place_;
  std::unique_ptr<database::Database> database_;
};

}  // namespace partita::backups
