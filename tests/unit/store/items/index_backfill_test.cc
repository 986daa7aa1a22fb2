#include "store/items/index_backfill.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "partita/base/random.h"
#include "partita/value/encoded_item.h"
#include "store/items/index_entries.h"
#include "store/items/item_key.h"
#include "store/items/item_write.h"
#include "store/keys/item_keys.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using catalog::IndexState;
using catalog::Table;
using partita::testing::TableBuilder;

constexpr keys::IndexId kIndex{1};
using Rows = std::map<Bytes, Bytes>;

class IndexBackfill : public ::testing::Test {
 protected:
  IndexBackfill() {
    restart();
    EXPECT_TRUE(sync_wait(catalog_->create(TableBuilder("orders").key("pk", 'S').build())).ok());
  }

  void restart() { catalog_ = sync_wait(catalog::Catalog::open(*engine_)).value(); }
  catalog::TablePointer table() const { return catalog_->find("orders"); }

  // What UpdateTable does: from now on writers keep the index.
  void add_index() {
    const auto edit = [](const Table& stored) -> Result<Table> {
      Table changed =
          TableBuilder(stored.name).key("pk", 'S').global("byGroup", {{"g", 'S'}}).build();
      changed.id = stored.id;
      changed.indexes[0].state = IndexState::Creating;
      return changed;
    };
    ASSERT_TRUE(sync_wait(catalog_->change("orders", edit)).ok());
  }
  void change_index(IndexState state) {
    const auto edit = [&](const Table& stored) -> Result<Table> {
      Table changed = stored;
      changed.indexes[0].state = state;
      return changed;
    };
    ASSERT_TRUE(sync_wait(catalog_->change("orders", edit)).ok());
  }

  void write(const std::string& pk, const std::optional<Item>& item) {
    const EncodedItem key(Item{{"pk", pk}});
    const EncodedItem encoded(item.value_or(Item{}));
    const auto decide = [&](const std::optional<ItemView>&) -> Result<std::optional<ItemView>> {
      return item ? std::optional(encoded.view()) : std::nullopt;
    };
    WriteTarget target{.table = table(), .key = key_of_stored(*table(), key.view())};
    const auto written = sync_wait(write_item(*engine_, *catalog_, std::move(target), decide));
    ASSERT_TRUE(written.ok()) << written.error().to_string();
  }
  void write_many(int count) {
    for (int i = 0; i < count; ++i) {
      const auto pk = std::to_string(i);
      write(pk, Item{{"pk", pk}, {"g", std::to_string(i % 5)}, {"v", i}});
    }
  }

  enum class Backfill { Continues, Done };
  // By a new one each time, as after a restart.
  Backfill step() {
    items::IndexBackfill backfill(*engine_, *catalog_, table()->id, "orders", kIndex);
    const auto done = sync_wait(backfill.step());
    EXPECT_TRUE(done.ok()) << done.error().to_string();
    return !done.ok() || done->is_done ? Backfill::Done : Backfill::Continues;
  }
  int steps_to_the_end() {
    int steps = 1;
    while (step() == Backfill::Continues) ++steps;
    return steps;
  }

  Rows rows_of(const keys::KeyRange& range) const {
    Rows rows;
    const auto visit = [&](ByteView key, ByteView value) {
      rows.emplace(key, value);
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    return rows;
  }
  Rows entries() const { return rows_of(keys::index_range(table()->id, kIndex)); }
  // What the index has to hold, from the items themselves.
  Rows expected_entries() const {
    Rows expected;
    const auto& index = table()->indexes[0];
    for (const auto& [key, value] : rows_of(keys::index_range(table()->id, keys::IndexId::Base))) {
      const auto item = ItemView::from_valid(value);
      const auto entry = index_entry_key(*table(), index, item, keys::hash_item(key));
      if (entry) expected.emplace(*entry, index_entry_value(index, item));
    }
    return expected;
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  std::unique_ptr<catalog::Catalog> catalog_;
};

TEST_F(IndexBackfill, TakesInTheItemsThatAreThere) {
  write_many(250);
  add_index();
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(steps_to_the_end(), 3);
  EXPECT_EQ(entries().size(), 250U);
  EXPECT_EQ(entries(), expected_entries());
  EXPECT_EQ(table()->indexes[0].state, IndexState::Active);
  EXPECT_EQ(catalog_->statistics().counts_of(table()->id, kIndex).items, 250);
}

TEST_F(IndexBackfill, EndsAtOnceInAnEmptyTable) {
  add_index();
  EXPECT_EQ(step(), Backfill::Done);
  EXPECT_EQ(table()->indexes[0].state, IndexState::Active);
}

TEST_F(IndexBackfill, LeavesOutItemsThatDoNotFit) {
  write("number", Item{{"pk", "number"}, {"g", 1}});
  write("empty", Item{{"pk", "empty"}, {"g", ""}});
  write("absent", Item{{"pk", "absent"}});
  write("long", Item{{"pk", "long"}, {"g", std::string(2049, 'x')}});
  write("good", Item{{"pk", "good"}, {"g", "x"}});
  add_index();
  steps_to_the_end();
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(IndexBackfill, GoesOnAfterARestart) {
  write_many(250);
  add_index();
  EXPECT_EQ(step(), Backfill::Continues);
  EXPECT_EQ(entries().size(), 100U);
  restart();
  EXPECT_EQ(table()->indexes[0].state, IndexState::Creating);
  EXPECT_EQ(step(), Backfill::Continues);
  EXPECT_EQ(entries().size(), 200U);
  restart();
  EXPECT_EQ(steps_to_the_end(), 1);
  EXPECT_EQ(entries(), expected_entries());
}

TEST_F(IndexBackfill, MeetsEntriesThatWritersHaveMade) {
  write_many(150);
  add_index();
  write("3", Item{{"pk", "3"}, {"g", "changed"}});
  write("4", std::nullopt);
  write("new", Item{{"pk", "new"}, {"g", "x"}});
  steps_to_the_end();
  EXPECT_EQ(entries(), expected_entries());
  EXPECT_EQ(entries().size(), 150U);
}

TEST_F(IndexBackfill, StopsIfTheIndexIsDeleted) {
  write_many(150);
  add_index();
  EXPECT_EQ(step(), Backfill::Continues);
  change_index(IndexState::Deleting);
  EXPECT_EQ(step(), Backfill::Done);
  EXPECT_EQ(entries().size(), 100U);
  EXPECT_EQ(table()->indexes[0].state, IndexState::Deleting);
}

TEST_F(IndexBackfill, StopsIfTheTableIsGone) {
  write_many(10);
  add_index();
  const auto gone = table();
  ASSERT_TRUE(sync_wait(catalog_->remove(*gone)).ok());
  items::IndexBackfill backfill(*engine_, *catalog_, gone->id, gone->name, kIndex);
  const auto done = sync_wait(backfill.step());
  ASSERT_TRUE(done.ok());
  EXPECT_TRUE(done->is_done);
}

TEST_F(IndexBackfill, SaysIfAnItemCannotBeRead) {
  write_many(3);
  add_index();
  const auto transaction = engine_->begin();
  const EncodedItem key(Item{{"pk", "1"}});
  transaction->put(key_of_stored(*table(), key.view()), "garbage");
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  items::IndexBackfill backfill(*engine_, *catalog_, table()->id, "orders", kIndex);
  const auto done = sync_wait(backfill.step());
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().kind(), ErrorKind::Corrupt);
  EXPECT_EQ(table()->indexes[0].state, IndexState::Creating);
}

// Writers change, move, add and delete items while the index is made and filled.
TEST_F(IndexBackfill, LosesNothingAmongWriters) {
  constexpr std::uint64_t kSeed = 20261116;
  constexpr int kItems = 400;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  write_many(kItems);
  std::atomic<bool> is_over{false};
  std::vector<std::thread> writers;
  for (std::uint64_t i = 0; i < 3; ++i) {
    writers.emplace_back([&, i] {
      SeededRandom random(kSeed + i);
      while (!is_over) {
        const auto pk = std::to_string(random.below(kItems + 50));
        const auto group = std::to_string(random.below(9));
        const bool deletes = random.below(4) == 0;
        write(pk, deletes ? std::nullopt : std::optional(Item{{"pk", pk}, {"g", group}}));
      }
    });
  }
  add_index();
  steps_to_the_end();
  is_over = true;
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(table()->indexes[0].state, IndexState::Active);
  EXPECT_EQ(entries(), expected_entries());
}

}  // namespace
}  // namespace partita::items
