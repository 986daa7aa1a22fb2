#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/describe_import.h"
#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/import_table.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/scan.h"
#include "partita/base/file.h"
#include "partita/base/mutex.h"
#include "partita/base/task.h"
#include "store/lifecycle/table_jobs.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"
#include "wire/formats/item_file_reader.h"

namespace partita::table_imports {

// A place whose reads a test can hold back, let fail, or see.
class ReadPlace final : public places::ObjectPlace {
 public:
  explicit ReadPlace(std::unique_ptr<places::ObjectPlace> below) : below_(std::move(below)) {}

  // Reads of objects at this offset or behind it wait until `let_go` or `close`.
  void hold_from(std::uint64_t offset) {
    const MutexLock lock(mutex_);
    held_from_ = offset;
  }
  void let_go() {
    const MutexLock lock(mutex_);
    held_from_.reset();
    changed_.notify_all();
  }
  void wait_for_held() {
    MutexLock lock(mutex_);
    while (waiting_ == 0) changed_.wait(lock.native());
  }
  // So many calls fail as if the place did not answer.
  void fail(int times) {
    const MutexLock lock(mutex_);
    failures_ = times;
  }
  std::uint64_t read_bytes() const {
    const MutexLock lock(mutex_);
    return read_bytes_;
  }

  Result<Bytes> read(const places::ObjectReadRequest& request) override {
    {
      MutexLock lock(mutex_);
      while (!is_closed_ && held_from_ && request.offset >= *held_from_) {
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock.native());
        --waiting_;
      }
      if (is_closed_) return Error::unavailable("the place is closed");
      if (failures_ > 0) {
        --failures_;
        return Error::unavailable("the place does not answer");
      }
    }
    auto bytes = below_->read(request);
    const MutexLock lock(mutex_);
    if (bytes.ok()) read_bytes_ += bytes->size();
    return bytes;
  }
  Result<places::Listing> list(const places::ObjectListRequest& request) override {
    return below_->list(request);
  }
  Result<std::string> put(const places::ObjectName& object, ByteView content) override {
    return below_->put(object, content);
  }
  Result<std::unique_ptr<places::Upload>> put_in_parts(const places::ObjectName& object) override {
    return below_->put_in_parts(object);
  }
  Status remove(const places::ObjectName& object) override { return below_->remove(object); }
  void close() override {
    const MutexLock lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }
  std::string description() const override { return below_->description(); }

 private:
  const std::unique_ptr<places::ObjectPlace> below_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::uint64_t> held_from_ PARTITA_GUARDED_BY(mutex_);
  int waiting_ PARTITA_GUARDED_BY(mutex_) = 0;
  int failures_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::uint64_t read_bytes_ PARTITA_GUARDED_BY(mutex_) = 0;
  bool is_closed_ PARTITA_GUARDED_BY(mutex_) = false;
};

// A database on real files with buckets in a directory.
class ImportDatabase : public ::testing::Test {
 protected:
  ImportDatabase() { std::filesystem::create_directories(directory_ / "buckets" / "things"); }
  ~ImportDatabase() override { close(); }

  void open() {
    place_ =
        std::make_unique<ReadPlace>(places::open_directory_place(directory_ / "buckets").value());
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    database::DatabaseOptions options;
    options.place = place_.get();
    options.item_readers = &readers_;
    database_ = database::Database::open(store, options).value();
  }
  void close() {
    if (place_) place_->close();
    database_.reset();
  }
  operations::Context& context() { return database_->context(); }

  void put_object(const std::string& key, std::string_view content) {
    ASSERT_TRUE(place_->put({.bucket = "things", .key = key}, content).ok());
  }
  static std::string line(int number, std::string_view text = "") {
    return fmt::format("{{\"Item\":{{\"pk\":{{\"S\":\"key-{}\"}},\"text\":{{\"S\":\"{}\"}}}}}}\n",
                       number, text);
  }
  static std::string lines(int count, std::string_view text = "") {
    std::string all;
    for (int i = 0; i < count; ++i) all += line(i, text);
    return all;
  }

  static api::ImportTableRequest request_for(const std::string& prefix) {
    api::ImportTableRequest request;
    request.s3_bucket_source.s3_bucket = "things";
    request.s3_bucket_source.s3_key_prefix = prefix;
    auto& table = request.table_creation_parameters;
    table.table_name = "tab";
    table.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
    table.key_schema = {{"pk", api::KeyType::Hash}};
    table.billing_mode = api::BillingMode::PayPerRequest;
    return request;
  }
  std::string begin(const api::ImportTableRequest& request) {
    const auto begun = sync_wait(operations::import_table(context(), request));
    EXPECT_TRUE(begun.ok()) << begun.error().to_string();
    return begun.ok() ? *begun->import_table_description->import_arn : "";
  }
  api::ImportTableDescription describe(const std::string& arn) {
    const auto found = sync_wait(operations::describe_import(context(), {.import_arn = arn}));
    EXPECT_TRUE(found.ok()) << found.error().to_string();
    return found.ok() ? *found->import_table_description : api::ImportTableDescription{};
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
  api::ImportTableDescription finish(const std::string& arn) {
    wait_until([&] { return describe(arn).import_status != api::ImportStatus::InProgress; });
    return describe(arn);
  }
  api::ImportTableDescription import_all(const api::ImportTableRequest& request) {
    return finish(begin(request));
  }

  // How many items the table and an index have.
  std::size_t count_items(const std::optional<std::string>& index = {}) {
    std::size_t items = 0;
    api::ScanRequest request;
    request.table_name = "tab";
    request.index_name = index;
    for (;;) {
      const auto page = sync_wait(operations::scan(context(), request));
      EXPECT_TRUE(page.ok()) << page.error().to_string();
      if (!page.ok()) return items;
      items += static_cast<std::size_t>(page->count.value_or(0));
      if (!page->last_evaluated_key) return items;
      request.exclusive_start_key = *page->last_evaluated_key;
    }
  }
  std::string log_of(const api::ImportTableDescription& import) {
    const std::string id = import.import_arn->substr(import.import_arn->rfind('/') + 1);
    return read_small_file(directory_ / "data" / "imports" / ("tab-" + id + ".log"), 10 << 20)
        .value();
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  formats::ItemFileReaders readers_;
  std::unique_ptr<ReadPlace> place_;
  std::unique_ptr<database::Database> database_;
};

}  // namespace partita::table_imports
