#include "store/catalog/catalog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "unit/store/catalog/named_table.h"

namespace partita::catalog {
namespace {

// Adds a tag: a change that is easy to count.
constexpr auto tagged = [](const Table& table) -> Result<Table> {
  Table changed = table;
  changed.settings.tags.push_back({"key", "value"});
  return changed;
};

std::vector<std::string> names_of(const std::vector<TablePointer>& tables) {
  std::vector<std::string> names;
  for (const auto& table : tables) names.push_back(table->name);
  return names;
}

class CatalogTest : public ::testing::Test {
 protected:
  static std::unique_ptr<Catalog> open(engine::Engine& engine) {
    auto catalog = sync_wait(Catalog::open(engine));
    EXPECT_TRUE(catalog.ok());
    return std::move(*catalog);
  }
  TablePointer create(const std::string& name) {
    auto created = sync_wait(catalog->create(named(name)));
    EXPECT_TRUE(created.ok());
    return *created;
  }
  TablePointer change(const std::string& name) {
    auto changed = sync_wait(catalog->change(name, tagged));
    EXPECT_TRUE(changed.ok());
    return *changed;
  }
  void remove(const std::string& name) {
    EXPECT_TRUE(sync_wait(catalog->remove(*catalog->find(name))).ok());
  }
  std::optional<Bytes> stored(const Bytes& key) const {
    std::optional<Bytes> found;
    const std::array<ByteView, 1> wanted{key};
    const auto keep = [&](std::size_t, std::optional<ByteView> value) {
      if (value) found = Bytes(*value);
    };
    EXPECT_TRUE(sync_wait(engine->get(wanted, keep)).ok());
    return found;
  }

  std::unique_ptr<engine::Engine> engine = engine::open_memory_engine();
  std::unique_ptr<Catalog> catalog = open(*engine);
};

TEST_F(CatalogTest, FindsWhatWasCreated) {
  EXPECT_EQ(catalog->find("orders"), nullptr);
  const auto created = create("orders");
  const auto found = catalog->find("orders");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->id, created->id);
  EXPECT_EQ(found->key, created->key);
  EXPECT_EQ(catalog->find("order"), nullptr);
  EXPECT_EQ(catalog->find("orders2"), nullptr);
}

TEST_F(CatalogTest, TakesAnyNameOnce) {
  create("orders");
  const auto again = sync_wait(catalog->create(named("orders")));
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().kind(), ErrorKind::AlreadyExists);
}

TEST_F(CatalogTest, ListsInTheOrderOfNames) {
  for (const auto* name : {"b", "a.a", "c", "B", "a-a"}) create(name);
  EXPECT_EQ(names_of(catalog->list_after("", 10)),
            (std::vector<std::string>{"B", "a-a", "a.a", "b", "c"}));
  EXPECT_EQ(names_of(catalog->list_after("a-a", 2)), (std::vector<std::string>{"a.a", "b"}));
  EXPECT_EQ(names_of(catalog->list_after("aa", 10)), (std::vector<std::string>{"b", "c"}));
  EXPECT_TRUE(catalog->list_after("c", 10).empty());
}

TEST_F(CatalogTest, RaisesTheEpochWithEachChange) {
  const auto created = create("orders");
  const auto changed = change("orders");
  EXPECT_EQ(changed->epoch, created->epoch + 1);
  EXPECT_EQ(catalog->find("orders")->settings.tags.size(), 1U);
  EXPECT_EQ(stored(epoch_key(created->id)), encode_epoch(changed->epoch));
  EXPECT_TRUE(created->settings.tags.empty()) << "a shared table was changed";
}

TEST_F(CatalogTest, ChangesNothingIfTheEditFails) {
  const auto created = create("orders");
  const auto refuse = [](const Table&) -> Result<Table> { return Error::invalid_argument("no"); };
  const auto changed = sync_wait(catalog->change("orders", refuse));
  ASSERT_FALSE(changed.ok());
  EXPECT_EQ(changed.error().message(), "no");
  EXPECT_EQ(catalog->find("orders")->epoch, created->epoch);
  EXPECT_EQ(stored(epoch_key(created->id)), encode_epoch(created->epoch));
}

TEST_F(CatalogTest, ChangesAndRemovesOnlyWhatIsThere) {
  const auto changed = sync_wait(catalog->change("orders", tagged));
  ASSERT_FALSE(changed.ok());
  EXPECT_EQ(changed.error().kind(), ErrorKind::NotFound);
  const auto removed = sync_wait(catalog->remove(named("orders")));
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().kind(), ErrorKind::NotFound);
}

TEST_F(CatalogTest, ForgetsARemovedTable) {
  const auto created = create("orders");
  catalog->statistics().add(created->id, keys::IndexId::Base, {.items = 1});
  remove("orders");
  EXPECT_EQ(catalog->find("orders"), nullptr);
  EXPECT_EQ(stored(epoch_key(created->id)), std::nullopt);
  EXPECT_EQ(stored(keys::table_descriptor_key("orders")), std::nullopt);
  EXPECT_EQ(catalog->statistics().counts_of(created->id, keys::IndexId::Base), Counts());
  EXPECT_EQ(open(*engine)->find("orders"), nullptr);
}

TEST_F(CatalogTest, RemovesNoOtherTableOfTheSameName) {
  const auto first = create("orders");
  remove("orders");
  const auto second = create("orders");
  EXPECT_FALSE(sync_wait(catalog->remove(*first)).ok());
  ASSERT_NE(catalog->find("orders"), nullptr);
  EXPECT_EQ(catalog->find("orders")->id, second->id);
}

TEST_F(CatalogTest, NeverUsesAnIdAgain) {
  const auto first = create("orders");
  remove("orders");
  catalog = open(*engine);
  const auto second = create("orders");
  EXPECT_GT(second->id, first->id);
}

TEST_F(CatalogTest, IsThereAgainAfterARestart) {
  create("orders");
  create("users");
  const auto changed = change("users");
  catalog = open(*engine);
  EXPECT_EQ(names_of(catalog->list_after("", 10)), (std::vector<std::string>{"orders", "users"}));
  EXPECT_EQ(catalog->find("users")->epoch, changed->epoch);
  EXPECT_EQ(catalog->find("users")->settings.tags.size(), 1U);
}

TEST_F(CatalogTest, DoesNotOpenWithADamagedDescriptor) {
  const auto damage = [&](engine::Transaction& transaction) -> Task<Status> {
    transaction.put(keys::table_descriptor_key("orders"), "garbage");
    co_return Status{};
  };
  ASSERT_TRUE(sync_wait(engine::run(*engine, damage)).ok());
  const auto opened = sync_wait(Catalog::open(*engine));
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().kind(), ErrorKind::Corrupt);
}

TEST_F(CatalogTest, KeepsTwoCatalogsOfOneThreadApart) {
  const auto other_engine = engine::open_memory_engine();
  const auto other = open(*other_engine);
  create("orders");
  EXPECT_EQ(other->find("orders"), nullptr);
  EXPECT_NE(catalog->find("orders"), nullptr);
  EXPECT_EQ(other->find("orders"), nullptr);
}

TEST_F(CatalogTest, KeepsATableForWhoHoldsIt) {
  create("orders");
  const auto held = catalog->find("orders");
  remove("orders");
  catalog.reset();
  EXPECT_EQ(held->name, "orders");
}

TEST_F(CatalogTest, ConflictsWithAWriteOfAnEarlierEpoch) {
  const auto table = create("orders");
  const auto transaction = engine->begin();
  const Bytes key = epoch_key(table->id);
  const std::array<ByteView, 1> wanted{key};
  ASSERT_TRUE(sync_wait(transaction->get(wanted, [](std::size_t, auto) {})).ok());
  transaction->put("an item", "");
  change("orders");
  const auto committed = sync_wait(transaction->commit());
  ASSERT_FALSE(committed.ok());
  EXPECT_EQ(committed.error().kind(), ErrorKind::Conflict);
}

TEST_F(CatalogTest, TellsItsListenerOfEachChange) {
  int calls = 0;
  catalog->notify([&] { ++calls; });
  create("orders");
  change("orders");
  remove("orders");
  EXPECT_EQ(calls, 3);
  catalog->notify(nullptr);
  create("orders");
  EXPECT_EQ(calls, 3);
}

TEST_F(CatalogTest, LosesNoChangeAmongThreads) {
  constexpr int kThreads = 4;
  constexpr int kChanges = 25;
  create("orders");
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < kChanges; ++n) change("orders");
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(catalog->find("orders")->settings.tags.size(), std::size_t{kThreads * kChanges});
  EXPECT_EQ(open(*engine)->find("orders")->epoch, catalog->find("orders")->epoch);
}

TEST_F(CatalogTest, ShowsTablesOfOneMomentWhileTheyChange) {
  create("orders");
  std::atomic<bool> is_over{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      std::uint64_t last_epoch = 0;
      while (!is_over) {
        const auto table = catalog->find("orders");
        ASSERT_NE(table, nullptr);
        ASSERT_GE(table->epoch, last_epoch);
        ASSERT_EQ(table->settings.tags.size(), table->epoch - 1);
        last_epoch = table->epoch;
      }
    });
  }
  for (int n = 0; n < 100; ++n) {
    const auto changed = change("orders");
    EXPECT_EQ(catalog->find("orders")->epoch, changed->epoch);
    create("other" + std::to_string(n));
  }
  is_over = true;
  for (auto& reader : readers) reader.join();
}

TEST_F(CatalogTest, GivesEachOfManyCreatorsAnIdOfItsOwn) {
  constexpr int kThreads = 4;
  constexpr int kTables = 20;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < kTables; ++n) create(std::to_string(i) + "-" + std::to_string(n));
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<keys::TableId> ids;
  for (const auto& table : catalog->list_after("", 1000)) ids.insert(table->id);
  EXPECT_EQ(ids.size(), std::size_t{kThreads * kTables});
}

}  // namespace
}  // namespace partita::catalog
