#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "database/database.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "modelled/archives/archives.h"
#include "modelled/registry/model_store.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/places/directory_place.h"
#include "support/temporary_directory.h"
#include "unit/store/table_exports/watched_place.h"
#include "wire/formats/archive_files.h"

namespace partita::archives {

inline constexpr std::string_view kShopArchive = R"(
format: 1
model: shop
version: 1
tables:
  orders:
    name: shop-orders
    key: {partition: id}
    billing: {mode: on_demand}
    unknown_attributes: allow
entities:
  Order:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      region: {type: string}
      total: {type: int}
archive:
  Order: {on: delete, to: "s3://shop-archive/orders", partition_by: [region], flush: 1h}
)";

// The text with its first `part` replaced, which must be there.
inline std::string replaced(std::string_view text, std::string_view part, std::string_view other) {
  std::string changed(text);
  const auto at = changed.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return changed.replace(at, part.size(), other);
}

// A database on real files with a bucket in a directory and a model with an archive. The test moves
// its clock.
class ArchiveFixture : public ::testing::Test {
 protected:
  ArchiveFixture() {
    std::filesystem::create_directories(bucket());
    clock_.advance(std::chrono::hours(24 * 365 * 50));
  }
  ~ArchiveFixture() override { close(); }

  void open() {
    place_ = std::make_unique<table_exports::WatchedPlace>(
        places::open_directory_place(directory_ / "buckets").value());
    database::RocksdbStore store;
    store.directory = directory_ / "data";
    store.durability = database::Durability::Relaxed;
    database::DatabaseOptions options;
    options.clock = &clock_;
    options.timed_work = database::TimedWork::ByHand;
    options.place = has_place_ ? place_.get() : nullptr;
    options.archive_formats = &formats::archive_formats();
    database_ = database::Database::open(store, options).value();
  }
  void close() {
    if (place_) place_->close();
    database_.reset();
  }
  void restart() {
    close();
    open();
  }
  void apply(std::string_view text) {
    const auto applied = sync_wait(database_->models().apply(
        {.file_name = "shop.yaml", .text = std::string(text), .params = {}}, {}));
    ASSERT_TRUE(applied.ok()) << applied.error().to_string();
    ASSERT_TRUE(database_->do_timed_work().ok());
  }
  void open_shop() {
    open();
    apply(kShopArchive);
  }

  std::filesystem::path bucket() const { return directory_ / "buckets" / "shop-archive"; }
  // The keys of all objects, in order.
  std::vector<std::string> objects() const {
    std::vector<std::string> found;
    for (const auto& each : std::filesystem::recursive_directory_iterator(bucket())) {
      const auto key = std::filesystem::relative(each.path(), bucket()).string();
      if (each.is_regular_file() && !key.starts_with(".")) found.push_back(key);
    }
    std::ranges::sort(found);
    return found;
  }

  void put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "shop-orders";
    request.item = EncodedItem(item);
    const auto answer = sync_wait(operations::put_item(database_->context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }
  void erase(std::string_view id) {
    api::DeleteItemRequest request;
    request.table_name = "shop-orders";
    request.key = EncodedItem(Item{{"id", std::string(id)}});
    const auto answer = sync_wait(operations::delete_item(database_->context(), request));
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  }
  void put_and_erase(std::string_view id, std::string_view region) {
    put({{"id", std::string(id)}, {"region", std::string(region)}, {"total", 7}});
    erase(id);
  }

  // The only archive there is.
  ArchiveReport report() {
    const auto reports = sync_wait(database_->archives().list());
    EXPECT_TRUE(reports.ok()) << reports.error().to_string();
    EXPECT_EQ(reports->size(), 1U);
    return reports->empty() ? ArchiveReport{} : reports->front();
  }
  std::vector<ArchiveFile> files() {
    return sync_wait(database_->archives().files(report().id)).value();
  }
  void flush() { ASSERT_TRUE(sync_wait(database_->archives().flush(report().id)).ok()); }

  // Waits for what jobs bring about. What a bucket refuses is tried again.
  template <typename Holds>
  void wait_until(Holds holds) {
    while (!holds()) static_cast<void>(database_->do_timed_work());
  }
  void wait_until_filed() {
    wait_until([this] { return report().waiting == 0; });
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  ManualClock clock_;
  bool has_place_ = true;
  std::unique_ptr<table_exports::WatchedPlace> place_;
  std::unique_ptr<database::Database> database_;
};

}  // namespace partita::archives
