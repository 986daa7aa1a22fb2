#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/operations/context.h"
#include "engine/memory/memory_engine.h"
#include "language/expression/expression_cache.h"
#include "partita/api/exception.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/catalog.h"
#include "store/items/item_key.h"
#include "store/items/item_write.h"
#include "store/streams/stream_life.h"
#include "store/streams/stream_reader.h"
#include "support/table_builder.h"

namespace partita::testing {

// A table with the partition key `pk` of type S and nothing else.
inline catalog::Table simple_table(std::string name) {
  return TableBuilder(std::move(name)).key("pk", 'S').build();
}

// An engine with a catalog, and a clock that stands still.
class TestStore {
 public:
  TestStore() : TestStore(engine::open_memory_engine(&items::collection_kind)) {}
  explicit TestStore(std::unique_ptr<engine::Engine> engine)
      : engine_(std::move(engine)),
        catalog_(sync_wait(catalog::Catalog::open(
                               *engine_, {.clock = &clock_, .settle = &streams::settle_stream}))
                     .value()),
        expressions_(expression::ExpressionCache::Limits{}) {
    clock_.advance(std::chrono::hours(24 * 365 * 50));
  }

  engine::Engine& engine() { return *engine_; }
  catalog::Catalog& catalog() { return *catalog_; }
  ManualClock& clock() { return clock_; }
  operations::Context& context() { return context_; }

  catalog::TablePointer create(catalog::Table table) {
    return sync_wait(catalog_->create(std::move(table))).value();
  }

  // Items by themselves, below all operations.
  void put(const std::string& table, const Item& item) {
    const EncodedItem encoded(item);
    const auto found = catalog_->find(table);
    write(found, items::key_of_item(*found, encoded.view()).value(), encoded.view());
  }
  void erase(const std::string& table, const Item& key) {
    write(catalog_->find(table), key_of(table, key), std::nullopt);
  }
  std::optional<Item> get(const std::string& table, const Item& key) {
    const Bytes item_key = key_of(table, key);
    const ByteView wanted = item_key;
    std::optional<Item> found;
    const auto keep = [&](std::size_t, std::optional<ByteView> stored) {
      if (stored) found = ItemView::parse(*stored).value().to_item();
    };
    sync_wait(engine_->get(std::span(&wanted, 1), keep)).value();
    return found;
  }
  // What the table's stream tells, a word or two for each record: "INSERT a", "REMOVE a by TTL".
  std::vector<std::string> told(const std::string& table) {
    std::vector<std::string> records;
    const auto visit = [&](std::uint64_t, const streams::ChangeRecord& record) {
      constexpr std::array kWords{"", "INSERT", "MODIFY", "REMOVE"};
      records.push_back(std::string(kWords.at(static_cast<std::size_t>(record.kind))) + " " +
                        std::string(record.keys.find("pk")->string()) +
                        (record.is_expiry ? " by TTL" : ""));
      EXPECT_EQ(record.time, clock_.wall_now());
    };
    const auto stream = catalog_->find(table)->settings.stream->id;
    const auto from = sync_wait(streams::extent_of(*engine_, stream)).value().begin;
    const streams::RecordsRequest request{.stream = stream, .from = from};
    sync_wait(streams::read_records(*engine_, request, visit)).value();
    return records;
  }
  // How many rows there are in a range, and all their keys.
  std::vector<Bytes> keys_in(const keys::KeyRange& range) {
    std::vector<Bytes> keys;
    const auto keep = [&](ByteView key, ByteView) {
      keys.emplace_back(key);
      return engine::Visit::Continue;
    };
    const engine::Range all{.begin = range.begin, .end = range.end};
    sync_wait(engine_->scan(all, keep)).value();
    return keys;
  }

 private:
  Bytes key_of(const std::string& table, const Item& key) {
    return items::key_of_argument(*catalog_->find(table), EncodedItem(key).view()).value();
  }
  void write(const catalog::TablePointer& table, Bytes key, const std::optional<ItemView>& after) {
    const auto decide = [&](const std::optional<ItemView>&) {
      return Result<std::optional<ItemView>>(after);
    };
    items::WriteTarget target{.table = table, .key = std::move(key)};
    sync_wait(items::write_item(*engine_, *catalog_, std::move(target), decide)).value();
  }

  ManualClock clock_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<catalog::Catalog> catalog_;
  expression::ExpressionCache expressions_;
  operations::Context context_{*engine_, *catalog_, expressions_, clock_};
};

inline EncodedItem encoded(const Item& item) { return EncodedItem(item); }

template <typename T>
std::string message_of(const Result<T>& result) {
  return result.ok() ? "no error" : result.error().message();
}

}  // namespace partita::testing
