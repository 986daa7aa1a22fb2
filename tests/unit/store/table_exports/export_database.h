#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_export.h"
#include "dynamodb/operations/export_table_to_point_in_time.h"
#include "dynamodb/operations/list_exports.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/history/recovery.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"
#include "unit/store/table_exports/export_checker.h"
#include "unit/store/table_exports/watched_place.h"
#include "wire/formats/export_writers.h"

namespace partita::table_exports {

// A database on real files with buckets in a directory, whose clock the test moves.
class ExportDatabase : public ::testing::Test {
 protected:
  static constexpr std::string_view kArn = "arn:aws:dynamodb:us-east-1:000000000000:table/tab";

  ExportDatabase() {
    std::filesystem::create_directories(bucket());
    clock_.advance(std::chrono::hours(24 * 365 * 50));
  }
  ~ExportDatabase() override { close(); }

  void open(std::size_t file_bytes = 64 << 10) {
    place_ = std::make_unique<WatchedPlace>(
        places::open_directory_place(directory_ / "buckets").value());
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    database::DatabaseOptions options;
    options.clock = &clock_;
    options.timed_work = database::TimedWork::ByHand;
    options.place = place_.get();
    options.export_formats = &formats::export_formats();
    options.export_file_bytes = file_bytes;
    database_ = database::Database::open(store, options).value();
  }
  void close() {
    if (place_) place_->close();
    database_.reset();
  }
  // With a table that keeps its past.
  void open_table() {
    open();
    api::CreateTableRequest request;
    request.table_name = "tab";
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", api::KeyType::Hash}};
    request.billing_mode = api::BillingMode::PayPerRequest;
    ASSERT_TRUE(sync_wait(operations::create_table(context(), request)).ok());
    set_recovery(true);
  }
  void set_recovery(bool is_on) {
    api::UpdateContinuousBackupsRequest request;
    request.table_name = "tab";
    request.point_in_time_recovery_specification.point_in_time_recovery_enabled = is_on;
    const auto answer = sync_wait(operations::update_continuous_backups(context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }

  operations::Context& context() { return database_->context(); }
  std::filesystem::path bucket() const { return directory_ / "buckets" / "things"; }

  void put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "tab";
    request.item = EncodedItem(item);
    const auto answer = sync_wait(operations::put_item(context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }
  void erase(std::string_view key) {
    api::DeleteItemRequest request;
    request.table_name = "tab";
    request.key = EncodedItem(Item{{"pk", std::string(key)}});
    ASSERT_TRUE(sync_wait(operations::delete_item(context(), request)).ok());
  }
  void fill(int items, std::string_view text) {
    for (int i = 0; i < items; ++i) {
      put({{"pk", fmt::format("key-{}", i)}, {"text", std::string(text)}});
    }
  }

  // A moment that all writes so far are before and all later ones behind.
  api::Timestamp moment() {
    clock_.advance(std::chrono::seconds(1));
    const std::int64_t now = context().catalog.commit_times().now();
    clock_.advance(std::chrono::seconds(1));
    return history::to_timestamp(now);
  }

  api::ExportTableToPointInTimeRequest full_request() const {
    api::ExportTableToPointInTimeRequest request;
    request.table_arn = kArn;
    request.s3_bucket = "things";
    return request;
  }
  api::ExportTableToPointInTimeRequest request_of(api::Timestamp from, api::Timestamp to,
                                                  api::ExportViewType view) const {
    auto request = full_request();
    request.export_type = api::ExportType::IncrementalExport;
    request.incremental_export_specification = {
        .export_from_time = from, .export_to_time = to, .export_view_type = view};
    return request;
  }
  std::string begin(const api::ExportTableToPointInTimeRequest& request) {
    const auto begun = sync_wait(operations::export_table_to_point_in_time(context(), request));
    EXPECT_TRUE(begun.ok()) << begun.error().to_string();
    // What is written now has a later time.
    clock_.advance(std::chrono::seconds(1));
    return begun.ok() ? *begun->export_description->export_arn : "";
  }
  api::ExportDescription describe(const std::string& arn) {
    const auto found = sync_wait(operations::describe_export(context(), {.export_arn = arn}));
    EXPECT_TRUE(found.ok()) << found.error().to_string();
    return found.ok() ? *found->export_description : api::ExportDescription{};
  }

  // Waits for what jobs bring about.
  template <typename Holds>
  void wait_until(Holds holds) {
    auto& jobs = database_->jobs();
    while (true) {
      const auto seen = jobs.turns();
      if (holds()) return;
      jobs.signal(lifecycle::kTablesTopic);
      sync_wait([](jobs::Jobs& of, std::uint64_t after) -> Task<Status> {
        co_await of.turn_after(after);
        co_return Status{};
      }(jobs, seen))
          .value();
    }
  }
  api::ExportDescription finish(const std::string& arn) {
    wait_until([&] { return describe(arn).export_status != api::ExportStatus::InProgress; });
    return describe(arn);
  }
  // Of an export that goes well.
  CheckedExport read(const std::string& arn) {
    const auto description = finish(arn);
    EXPECT_EQ(description.export_status, api::ExportStatus::Completed)
        << description.failure_message.value_or("");
    auto checked = check_export(bucket(), description.export_manifest.value_or("none"));
    EXPECT_EQ(checked.problem, "");
    std::sort(checked.lines.begin(), checked.lines.end());
    return checked;
  }
  CheckedExport export_all(const api::ExportTableToPointInTimeRequest& request) {
    return read(begin(request));
  }

  std::vector<std::filesystem::path> data_files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& each : std::filesystem::recursive_directory_iterator(bucket())) {
      if (each.path().parent_path().filename() == "data") found.push_back(each.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  ManualClock clock_;
  std::unique_ptr<WatchedPlace> place_;
  std::unique_ptr<database::Database> database_;
};

}  // namespace partita::table_exports
