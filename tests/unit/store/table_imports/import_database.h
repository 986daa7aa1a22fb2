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

#include "engine/memory/memory_engine.h"
#include "partita/base/file.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"
#include "store/keys/item_keys.h"
#include "store/places/directory_place.h"
#include "store/table_imports/imports.h"
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
  // Objects end there, whatever their listed size is.
  void end_at(std::uint64_t offset) {
    const MutexLock lock(mutex_);
    end_ = offset;
  }
  void deny() {
    const MutexLock lock(mutex_);
    is_denied_ = true;
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
      if (end_ && request.offset >= *end_) return Bytes();
      if (is_denied_) return places::place_error(places::PlaceFault::AccessDenied, "no");
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
  std::optional<std::uint64_t> end_ PARTITA_GUARDED_BY(mutex_);
  bool is_denied_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_closed_ PARTITA_GUARDED_BY(mutex_) = false;
};

// A store with buckets in a directory. What is in memory can be closed and opened again, as a
// program does that is started again.
class ImportDatabase : public ::testing::Test {
 protected:
  ImportDatabase() { std::filesystem::create_directories(directory_ / "buckets" / "things"); }
  ~ImportDatabase() override { close(); }

  enum class Buckets { There, Missing };
  void open(Buckets buckets = Buckets::There) {
    place_ =
        std::make_unique<ReadPlace>(places::open_directory_place(directory_ / "buckets").value());
    catalog_ =
        sync_wait(catalog::Catalog::open(*engine_, {.clock = clock_, .settle = settle_})).value();
    jobs_ = std::make_unique<jobs::Jobs>();
    imports_ = std::make_unique<Imports>(
        *engine_, *catalog_, random_, *jobs_,
        ImportsOptions{.place = buckets == Buckets::There ? place_.get() : nullptr,
                       .readers = &readers_,
                       .logs = directory_ / "imports"});
    ASSERT_TRUE(sync_wait(imports_->add_jobs()).ok());
    jobs_->start();
  }
  void close() {
    if (place_) place_->close();
    if (jobs_) jobs_->stop();
    imports_.reset();
    jobs_.reset();
    catalog_.reset();
  }

  void put_object(const std::string& key, std::string_view content) {
    ASSERT_TRUE(place_->put({.bucket = "things", .key = key}, content).ok());
  }
  static std::string line(int number, std::string_view text = "-") {
    return fmt::format("{{\"Item\":{{\"pk\":{{\"S\":\"key-{}\"}},\"text\":{{\"S\":\"{}\"}}}}}}\n",
                       number, text);
  }
  static std::string lines(int count, std::string_view text = "-") {
    std::string all;
    for (int i = 0; i < count; ++i) all += line(i, text);
    return all;
  }

  // Of a table with an index by `text`.
  static ImportRecord wish_for(const std::string& prefix, const std::string& table = "tab") {
    ImportRecord wish;
    wish.request.client_token = table + prefix;
    wish.request.s3_bucket_source.s3_bucket = "things";
    wish.request.s3_bucket_source.s3_key_prefix = prefix;
    wish.request.table_creation_parameters.table_name = table;
    wish.table.name = table;
    wish.table.state = catalog::TableState::Creating;
    wish.table.key.partition = {{"pk", keys::KeyValueType::String}};
    wish.table.settings.attribute_definitions = {{"pk", api::ScalarAttributeType::S},
                                                 {"text", api::ScalarAttributeType::S}};
    wish.table.settings.state_ends = api::Timestamp{kImportEndsSeconds};
    wish.table.settings.table_uuid = table + " from " + prefix;
    catalog::Index index{.id = keys::IndexId{1},
                         .kind = catalog::IndexKind::Global,
                         .name = "byText",
                         .key = {.partition = {{"text", keys::KeyValueType::String}}, .sort = {}}};
    index.projection = catalog::IndexProjection::KeysOnly;
    wish.table.indexes.push_back(index);
    wish.table.next_index_id = keys::IndexId{2};
    return wish;
  }
  std::string begin(const ImportRecord& wish) {
    auto begun = sync_wait(imports_->create(wish));
    EXPECT_TRUE(begun.ok()) << begun.error().to_string();
    EXPECT_EQ(begun->admission, ImportAdmission::Begun);
    return begun.ok() ? begun->record.id : "";
  }
  ImportRecord describe(const std::string& id) {
    auto found = sync_wait(imports_->find(id));
    EXPECT_TRUE(found.ok() && *found);
    return found.ok() && *found ? std::move(**found) : ImportRecord{};
  }

  // Waits for what jobs bring about.
  template <typename Holds>
  void wait_until(Holds holds) {
    while (true) {
      const auto seen = jobs_->turns();
      if (holds()) return;
      jobs_->wake("imports");
      sync_wait([](jobs::Jobs& of, std::uint64_t after) -> Task<Status> {
        co_await of.turn_after(after);
        co_return Status{};
      }(*jobs_, seen))
          .value();
    }
  }
  ImportRecord finish(const std::string& id) {
    wait_until([&] { return describe(id).state != ImportState::InProgress; });
    return describe(id);
  }
  ImportRecord import_all(const ImportRecord& wish) { return finish(begin(wish)); }

  std::vector<Bytes> rows_of(keys::IndexId index) {
    std::vector<Bytes> rows;
    const auto all = keys::index_range(catalog_->find("tab")->id, index);
    const engine::Range range{.begin = all.begin, .end = all.end};
    EXPECT_TRUE(sync_wait(engine_->scan(range, [&](ByteView, ByteView value) {
                  rows.emplace_back(value);
                  return engine::Visit::Continue;
                })).ok());
    return rows;
  }
  std::size_t count_items() { return rows_of(keys::IndexId::Base).size(); }
  std::size_t count_entries() { return rows_of(keys::IndexId{1}).size(); }
  std::int64_t told_items() {
    return catalog_->statistics().counts_of(catalog_->find("tab")->id, keys::IndexId::Base).items;
  }
  std::string log_of(const ImportRecord& import) {
    const auto file = directory_ / "imports" / ("tab-" + import.id + ".log");
    return read_small_file(file, 10 << 20).value();
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
  formats::ItemFileReaders readers_;
  SystemRandom random_;
  const Clock* clock_ = &Clock::system();
  catalog::SettleTable settle_ = nullptr;
  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  std::unique_ptr<ReadPlace> place_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<jobs::Jobs> jobs_;
  std::unique_ptr<Imports> imports_;
};

}  // namespace partita::table_imports
