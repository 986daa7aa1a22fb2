// Tables are restored to random moments of a random past: eight writers put, change and delete
// items, alone and in transactions and batches, under a model that writes rows of its own, while
// items expire and the database is closed and opened again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>

#include "database/database.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/transact_write_items.h"
#include "modelled/registry/model_store.h"
#include "partita/base/random.h"
#include "partita/base/task.h"
#include "recovery/write_record.h"
#include "store/history/recovery.h"
#include "store/items/item_key.h"
#include "store/keys/history_keys.h"
#include "support/temporary_directory.h"

namespace partita::recovery_test {
namespace {

constexpr std::uint64_t kSeed = 20261118;
constexpr std::size_t kWriters = 8;
constexpr int kPhases = 3;
constexpr int kWritesEach = 40;
constexpr std::uint64_t kKeysEach = 6;

constexpr std::string_view kModel = R"(
format: 1
model: past
version: 1
tables:
  rows:
    name: rows
    key: {partition: pk, sort: sk}
    billing: {mode: on_demand}
    pitr: {enabled: true, window_days: 7}
    ttl: {attribute: expires}
    indexes:
      byText: {partition: [text], sort: [sk]}
  again:
    name: again
    key: {partition: pk, sort: sk}
    billing: {mode: on_demand}
entities:
  Copy:
    table: again
    key: {pk: '{noteId}', sk: LATEST}
    attributes:
      noteId: {type: string}
      text: {type: string, max: 20}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    unique: [{on: [text]}]
  Note:
    table: rows
    key: {pk: '{noteId}', sk: LATEST}
    attributes:
      noteId: {type: string}
      text: {type: string}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    versioned:
      row: {pk: '{noteId}', sk: 'V#{version:06}'}
      number: version
      time: savedAt
rollups:
  notes: {of: Note, measures: {n: count, versions: sum(version)}}
  copies: {of: Copy, measures: {n: count}}
)";

int rounds() {
  const char* wanted = std::getenv("PARTITA_RECOVERY_ROUNDS");    // NOLINT: nobody sets variables
  return wanted == nullptr ? 1 : std::max(1, std::atoi(wanted));  // NOLINT: any number will do
}

class RecoveredTable : public ::testing::Test {
 protected:
  RecoveredTable() : directory_(testing::memory_directory()) {
    open();
    const registry::ModelSource source{
        .file_name = "past.yaml", .text = std::string(kModel), .params = {}};
    const auto applied = sync_wait(database_->models().apply(source, {.enforces = true}));
    EXPECT_TRUE(applied.ok()) << applied.error().to_string();
  }

  void open() {
    database_.reset();
    database::RocksdbStore store{.directory = directory_ / "data"};
    store.durability = database::Durability::Relaxed;
    auto opened = database::Database::open(store);
    ASSERT_TRUE(opened.ok()) << opened.error().to_string();
    database_ = std::move(*opened);
  }
  operations::Context& context() { return database_->context(); }
  std::int64_t now() {
    return std::chrono::floor<std::chrono::milliseconds>(context().clock.wall_now())
        .time_since_epoch()
        .count();
  }

  void check(const Status& status) { EXPECT_TRUE(status.ok()) << status.error().to_string(); }
  template <typename T>
  void check(const Result<T>& result) {
    EXPECT_TRUE(result.ok()) << result.error().to_string();
  }

  // All versions of a note are rows: the newest text, and how many there are.
  void put(const std::string& key, const std::string& text) { check(try_put("rows", key, text)); }
  Result<api::PutItemResponse> try_put(const std::string& table, const std::string& key,
                                       const std::string& text) {
    api::PutItemRequest request;
    request.table_name = table;
    request.item = EncodedItem(Item{{"pk", key}, {"sk", "LATEST"}, {"text", text}});
    return sync_wait(operations::put_item(context(), request));
  }
  void erase(const std::string& key) {
    api::DeleteItemRequest request;
    request.table_name = "rows";
    request.key = EncodedItem(Item{{"pk", key}, {"sk", "PLAIN"}});
    check(sync_wait(operations::delete_item(context(), request)));
  }
  void put_plain(const std::string& key, const std::string& text) {
    api::BatchWriteItemRequest request;
    request.request_items.emplace_back("rows", std::vector<api::WriteRequest>(1));
    request.request_items.front().second.front().put_request =
        api::PutRequest{.item = EncodedItem(Item{{"pk", key}, {"sk", "PLAIN"}, {"text", text}})};
    check(sync_wait(operations::batch_write_item(context(), request)));
  }
  void transact(const std::map<std::string, std::optional<std::string>>& rows) {
    api::TransactWriteItemsRequest request;
    for (const auto& [key, text] : rows) {
      const bool is_note = key.find("-note") != std::string::npos;
      auto& put = request.transact_items.emplace_back().put.emplace();
      put.table_name = "rows";
      put.item =
          EncodedItem(Item{{"pk", key}, {"sk", is_note ? "LATEST" : "PLAIN"}, {"text", *text}});
    }
    auto& update = request.transact_items.emplace_back().update.emplace();
    update.table_name = "rows";
    update.key = EncodedItem(Item{{"pk", "count"}, {"sk", "PLAIN"}});
    update.update_expression = "ADD n :one";
    update.expression_attribute_values = api::ItemInput(EncodedItem(Item{{":one", 1}}));
    auto answer = sync_wait(operations::transact_write_items(context(), request));
    while (!answer.ok() &&
           answer.error().message().find("TransactionConflict") != std::string::npos) {
      answer = sync_wait(operations::transact_write_items(context(), request));
    }
    check(answer);
  }
  void put_expiring(const Expiring& item) {
    api::PutItemRequest request;
    request.table_name = "rows";
    request.item =
        EncodedItem(Item{{"pk", item.key}, {"sk", "EXPIRES"}, {"expires", item.expires / 1000}});
    check(sync_wait(operations::put_item(context(), request)));
  }

  // One writer for a while: its keys are its own.
  void write(std::size_t writer, int phase, WriteRecord& record) {
    SeededRandom random(kSeed * 1000 + writer * 10 + static_cast<std::uint64_t>(phase));
    for (int i = 0; i < kWritesEach; ++i) {
      const std::string text = fmt::format("p{} t{}", phase, i);
      const std::string plain = fmt::format("w{}-plain{}", writer, random.below(kKeysEach));
      const std::string note = fmt::format("w{}-note{}", writer, random.below(2));
      Write write{.begun = now(), .ended = 0, .rows = {}, .counts = false};
      switch (random.below(5)) {
        case 0:
          write.rows = {{note, text}};
          put(note, text);
          break;
        case 1:
          write.rows = {{note, text}, {plain, text}};
          write.counts = true;
          transact(write.rows);
          break;
        case 2:
          if (!mirrors_[writer].contains(plain)) continue;
          write.rows = {{plain, std::nullopt}};
          erase(plain);
          break;
        case 3: {
          Expiring item{.key = fmt::format("w{}-x{}-{}", writer, phase, i), .begun = now()};
          item.expires = (now() / 1000 + 1) * 1000;
          put_expiring(item);
          item.ended = now();
          record.expiring[writer].push_back(item);
          continue;
        }
        default:
          write.rows = {{plain, text}};
          put_plain(plain, text);
      }
      write.ended = now();
      for (const auto& [key, written] : write.rows) {
        written ? (void)mirrors_[writer].insert(key) : (void)mirrors_[writer].erase(key);
      }
      record.writes[writer].push_back(std::move(write));
    }
  }

  void write_all(int phase, WriteRecord& record) {
    std::vector<std::thread> threads;
    for (std::size_t writer = 0; writer < kWriters; ++writer) {
      threads.emplace_back([this, writer, phase, &record] { write(writer, phase, record); });
    }
    for (auto& thread : threads) thread.join();
  }

  void expire_all(const WriteRecord& record) {
    std::int64_t last = 0;
    for (const auto& items : record.expiring) {
      for (const Expiring& item : items) last = std::max(last, item.expires);
    }
    EXPECT_NE(last, 0);
    std::vector<std::string> faults;
    while (now() <= last || !read("rows", faults).live.empty()) {
      check(database_->do_timed_work());
    }
  }

  Status restore(std::int64_t moment, const std::string& name) {
    api::RestoreTableToPointInTimeRequest request;
    request.source_table_name = "rows";
    request.target_table_name = name;
    request.restore_date_time = history::to_timestamp(moment);
    TRY(sync_wait(
        operations::restore_table(context(), request, operations::RestoreReach::LastMillisecond)));
    return sync_wait(wait_for(name));
  }
  // Until the table is there, or its job has failed.
  Task<Status> wait_for(const std::string& name) {
    auto& jobs = database_->jobs();
    while (true) {
      const auto seen = jobs.turns();
      const auto table = context().catalog.find(name);
      if (!table) co_return Error::not_found("the table is gone");
      if (table->state == catalog::TableState::Active) co_return Status{};
      for (const auto& job : jobs.list()) {
        if (job.name == "restore/" + name && !job.error.empty()) {
          co_return Error::corrupt(job.error);
        }
      }
      co_await jobs.turn_after(seen);
    }
  }

  std::vector<Item> scan(const std::string& name, std::optional<std::string> index = {}) {
    api::ScanRequest request;
    request.table_name = name;
    request.index_name = std::move(index);
    std::vector<Item> items;
    while (true) {
      const auto page = sync_wait(operations::scan(context(), request));
      check(page);
      if (!page.ok()) return items;
      for (std::size_t i = 0; i < page->items->size(); ++i) {
        items.push_back(page->items->at(i).to_item());
      }
      if (!page->last_evaluated_key) return items;
      request.exclusive_start_key = *page->last_evaluated_key;
    }
  }

  // The rows of a table, and what is wrong with those that the server itself has written.
  Restored read(const std::string& name, std::vector<std::string>& faults) {
    Restored restored;
    std::map<std::string, std::int64_t> versions;
    std::map<std::string, std::int64_t> newest;
    std::size_t with_text = 0;
    for (const Item& item : scan(name)) {
      const std::string key = item.find("pk")->string();
      const std::string sort = item.find("sk")->string();
      const auto integer = [&](const char* attribute) {
        return std::stoll(item.find(attribute)->number().to_string());
      };
      with_text += item.find("text") != nullptr ? 1 : 0;
      if (sort == "EXPIRES") {
        restored.live.insert(key);
      } else if (key == "count") {
        restored.count = integer("n");
      } else if (sort.starts_with("V#")) {
        ++versions[key];
      } else {
        restored.rows[key] = item.find("text")->string();
        if (sort == "LATEST") newest[key] = integer("version");
      }
    }
    for (const auto& [key, version] : newest) {
      if (versions[key] == version) continue;
      faults.push_back(
          fmt::format("{} has {} versions and {} rows of them", key, version, versions[key]));
    }
    const std::size_t entries = scan(name, "byText").size();
    if (entries != with_text) {
      faults.push_back(
          fmt::format("{} items have a text, {} are in the index", with_text, entries));
    }
    const auto table = context().catalog.find(name);
    const auto counts = context().catalog.statistics().counts_of(table->id, keys::IndexId::Base);
    const auto items = static_cast<std::int64_t>(scan(name).size());
    if (counts.items != items) {
      faults.push_back(fmt::format("{} items, and {} are counted", items, counts.items));
    }
    return restored;
  }

  // The keys of what a plain row was, from the oldest entry on.
  std::vector<Bytes> history_of(const std::string& key) {
    const EncodedItem wanted(Item{{"pk", key}, {"sk", "PLAIN"}});
    const auto item = items::key_of_argument(*context().catalog.find("rows"), wanted.view());
    check(item);
    std::vector<Bytes> keys;
    const auto all = keys::space_range(keys::Space::History);
    const auto keep = [&](ByteView entry, ByteView) {
      if (keys::parse_history_key(entry).value().item_key == *item) keys.emplace_back(entry);
      return engine::Visit::Continue;
    };
    check(sync_wait(context().engine.scan({.begin = all.begin, .end = all.end}, keep)));
    return keys;
  }
  void drop(const Bytes& key) {
    check(sync_wait(context().engine.erase_range(key, keys::successor(key))));
  }

  testing::TemporaryDirectory directory_;
  std::unique_ptr<database::Database> database_;
  std::array<std::set<std::string>, kWriters> mirrors_;
};

TEST_F(RecoveredTable, HasEveryWriteUpToItsMomentAndNoneAfterIt) {
  constexpr int kMoments = 20;
  SeededRandom random(kSeed);
  const std::int64_t began = now();
  WriteRecord record(kWriters);
  for (int phase = 0; phase < kPhases; ++phase) {
    write_all(phase, record);
    open();
  }
  expire_all(record);
  const auto length = static_cast<std::uint64_t>(now() - began);
  std::size_t rows_seen = 0;
  int removed = 0;
  int noticed = 0;
  for (int i = 0; i < kMoments * rounds(); ++i) {
    const std::int64_t moment = began + static_cast<std::int64_t>(random.below(length + 1));
    SCOPED_TRACE(fmt::format("seed {}, moment {} of {}", kSeed, moment - began, length));
    const std::string name = fmt::format("restored-{}", i);
    const Status restored = restore(moment, name);
    ASSERT_TRUE(restored.ok()) << restored.error().to_string();
    std::vector<std::string> faults;
    Restored state = read(name, faults);
    rows_seen += state.rows.size();
    EXPECT_EQ(faults, std::vector<std::string>());
    EXPECT_EQ(find_faults(record, state, moment), std::vector<std::string>());
    // A control: the checker notices that a row is gone, unless its write was under way just then.
    if (state.rows.empty()) continue;
    const auto row =
        std::next(state.rows.begin(), static_cast<std::ptrdiff_t>(random.below(state.rows.size())));
    state.rows.erase(row);
    ++removed;
    if (!find_faults(record, state, moment).empty()) ++noticed;
  }
  EXPECT_GT(rows_seen, 0U);
  EXPECT_GT(2 * noticed, removed);
}

// Each entry but an item's first one fits the one before it, so the server notices.
TEST_F(RecoveredTable, IsRefusedIfAnEntryOfItsPastIsLost) {
  std::vector<std::int64_t> moments;
  for (const char* text : {"first", "second", "third"}) {
    put_plain("row", text);
    moments.push_back(now() + 1);
    while (now() <= moments.back()) put_plain("other", fmt::format("at {}", now()));
  }
  ASSERT_TRUE(restore(moments.front(), "whole").ok());
  const auto entries = history_of("row");
  ASSERT_EQ(entries.size(), 3U);
  drop(entries[1]);
  const Status refused = restore(moments.front(), "lost");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("a change is missing in a table's history"),
            std::string::npos);
  EXPECT_EQ(context().catalog.find("lost")->state, catalog::TableState::Creating);
  // Whoever does not want to wait for a miracle deletes it.
  check(sync_wait(operations::delete_table(context(), {.table_name = "lost"})));
  // What came before and after is told as ever.
  EXPECT_TRUE(restore(moments.back(), "later").ok());
}

// What the rules need to know of the items is built from those that were restored.
TEST_F(RecoveredTable, HasTheRulesOfTheModelThatHasItsName) {
  put("one", "a text");
  put("two", "another text");
  const std::int64_t moment = now() + 1;
  while (now() <= moment) put("other", fmt::format("at {}", now()));
  put("two", "a later text");
  check(sync_wait(operations::delete_table(context(), {.table_name = "again"})));
  const Status restored = restore(moment, "again");
  ASSERT_TRUE(restored.ok()) << restored.error().to_string();
  check(sync_wait(database_->models().catch_up()));
  EXPECT_TRUE(try_put("again", "three", "a third text").ok());
  const auto taken = try_put("again", "four", "another text");
  ASSERT_FALSE(taken.ok());
  EXPECT_NE(taken.error().message().find("M204"), std::string::npos) << taken.error().message();
  const auto long_text = try_put("again", "four", std::string(21, 'x'));
  ASSERT_FALSE(long_text.ok());
  EXPECT_NE(long_text.error().message().find("max"), std::string::npos);
}

}  // namespace
}  // namespace partita::recovery_test
