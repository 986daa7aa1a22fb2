#include "store/items/item_collection.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/read_one.h"
#include "partita/value/encoded_item.h"
#include "partita/value/measure.h"
#include "store/catalog/catalog.h"
#include "store/items/item_key.h"
#include "store/items/item_write.h"
#include "store/keys/collection_keys.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using partita::testing::TableBuilder;

TableBuilder with_sort_key(const std::string& name) {
  return TableBuilder(name).key("pk", 'S').sort("sk", 'S');
}

// An engine with a table that has local indexes of all attributes and of keys alone.
class ItemCollection : public ::testing::Test {
 protected:
  ItemCollection() {
    table_ = create(with_sort_key("T")
                        .local("byDay", {"day", 'S'})
                        .local("keysByHour", {"hour", 'S'})
                        .keys_only()
                        .build());
  }

  catalog::TablePointer create(catalog::Table table) {
    return sync_wait(catalog_->create(std::move(table))).value();
  }

  Bytes key_of(const Item& item) const { return key_of_stored(*table_, EncodedItem(item).view()); }

  Result<WriteOutcome> write(const catalog::TablePointer& table, const Item& key,
                             const std::optional<Item>& after) {
    const auto encoded = after ? std::optional(EncodedItem(*after)) : std::nullopt;
    const auto decide = [&](const std::optional<ItemView>&) -> Result<std::optional<ItemView>> {
      if (!encoded) return std::optional<ItemView>();
      return std::optional(encoded->view());
    };
    WriteTarget target{.table = table, .key = key_of_stored(*table, EncodedItem(key).view())};
    return sync_wait(write_item(*engine_, *catalog_, std::move(target), decide));
  }
  void put(const Item& item) { ASSERT_TRUE(write(table_, item, item).ok()); }
  void erase(const Item& item) { ASSERT_TRUE(write(table_, item, std::nullopt).ok()); }

  // What measure says about changes of these sizes to the collections of the items.
  struct Growth {
    Item item;
    std::int64_t bytes;
  };
  std::vector<CollectionChange> measured(const std::vector<Growth>& growths) {
    std::vector<CollectionChange> changes;
    for (const auto& [item, bytes] : growths) {
      Bytes key = keys::collection_key(key_of(item));
      const auto stored = sync_wait(engine::read_one(*engine_, key)).value();
      const auto before = parse_collection_size(stored).value();
      changes.push_back({.key = std::move(key), .growth = bytes, .bytes_before = before});
    }
    std::vector<CollectionChange*> pointers;
    for (auto& change : changes) pointers.push_back(&change);
    measure(pointers);
    return changes;
  }
  std::int64_t bytes_of(const Item& item) { return measured({{item, 0}})[0].bytes_after; }

  void store_size(const Item& item, Bytes value) {
    const auto transaction = engine_->begin();
    transaction->put(keys::collection_key(key_of(item)), std::move(value));
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }

  std::size_t sizes_kept() const {
    const auto all = keys::space_range(keys::Space::ItemCollections);
    std::size_t rows = 0;
    const auto visit = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = all.begin, .end = all.end}, visit)).ok());
    return rows;
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&collection_kind);
  std::unique_ptr<catalog::Catalog> catalog_ = sync_wait(catalog::Catalog::open(*engine_)).value();
  catalog::TablePointer table_;
};

std::int64_t size_of(const Item& item) { return static_cast<std::int64_t>(size_bytes(item)); }

const Item kFirst{{"pk", "a"}, {"sk", "1"}, {"day", "x"}, {"hour", "y"}, {"v", "1234567890"}};
const Item kSecond{{"pk", "a"}, {"sk", "2"}, {"v", "12345"}};
const Item kOther{{"pk", "b"}, {"sk", "1"}};

TEST_F(ItemCollection, IsAsLargeAsItsItemsAndTheirLocalEntries) {
  put(kFirst);
  put(kSecond);
  put(kOther);
  const Item keys_of_first{{"pk", "a"}, {"sk", "1"}, {"hour", "y"}};
  EXPECT_EQ(bytes_of(kFirst), 2 * size_of(kFirst) + size_of(keys_of_first) + size_of(kSecond));
  EXPECT_EQ(bytes_of(kOther), size_of(kOther));
  EXPECT_EQ(sizes_kept(), 2U);
}

TEST_F(ItemCollection, FollowsItsItemsAndGoesWithTheLast) {
  put(kFirst);
  put(Item{{"pk", "a"}, {"sk", "1"}});
  EXPECT_EQ(bytes_of(kFirst), size_of(Item{{"pk", "a"}, {"sk", "1"}}));
  put(kSecond);
  erase(kSecond);
  erase(kSecond);
  EXPECT_EQ(sizes_kept(), 1U);
  erase(kFirst);
  EXPECT_EQ(sizes_kept(), 0U);
}

TEST_F(ItemCollection, IsNotMeasuredWithoutLocalIndexes) {
  const auto plain = create(with_sort_key("Plain").global("byDay", {{"day", 'S'}}).build());
  const auto outcome = write(plain, kFirst, kFirst);
  ASSERT_TRUE(outcome.ok());
  EXPECT_FALSE(outcome->collection);
  EXPECT_EQ(sizes_kept(), 0U);
}

TEST_F(ItemCollection, AddsUpAllChangesOfOneCommit) {
  const auto transaction = engine_->begin();
  for (const Item& item : {kFirst, kSecond}) {
    const EncodedItem encoded(item);
    const Bytes key = key_of(item);
    buffer_change(*transaction, {.table = *table_, .key = key, .after = encoded.view()});
  }
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  const std::int64_t bytes = bytes_of(kFirst);
  erase(kSecond);
  EXPECT_EQ(bytes_of(kFirst), bytes - size_of(kSecond));
}

TEST_F(ItemCollection, DoesNotMakeItsWritersConflict) {
  const EncodedItem first(kFirst);
  const EncodedItem second(kSecond);
  const Bytes first_key = key_of(kFirst);
  const Bytes second_key = key_of(kSecond);
  const auto slow = engine_->begin();
  const ByteView wanted = first_key;
  ASSERT_TRUE(sync_wait(slow->get(std::span(&wanted, 1), [](auto, auto) {})).ok());
  buffer_change(*slow, {.table = *table_, .key = first_key, .after = first.view()});
  put(kSecond);
  EXPECT_TRUE(sync_wait(slow->commit()).ok());
}

TEST_F(ItemCollection, IsExactAmongManyWriters) {
  constexpr int kThreads = 4;
  constexpr int kItems = 50;
  const auto item = [](int thread, int number) {
    return Item{{"pk", "a"}, {"sk", std::to_string(thread * 100 + number + 100)}, {"day", "x"}};
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kItems; ++i) {
        put(item(thread, i));
        if (i % 2 == 0) erase(item(thread, i));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(bytes_of(kFirst), kThreads * kItems / 2 * 2 * size_of(item(0, 0)));
}

TEST_F(ItemCollection, IsBeyondItsLimitOnlyIfACommitLetsItGrow) {
  const auto of_one = [&](std::int64_t growth) { return measured({{kFirst, growth}})[0]; };
  EXPECT_FALSE(of_one(kCollectionBytesMax).is_beyond_limit);
  EXPECT_TRUE(of_one(kCollectionBytesMax + 1).is_beyond_limit);

  const auto together = measured({{kFirst, kCollectionBytesMax}, {kSecond, 1}, {kOther, 1}});
  EXPECT_TRUE(together[0].is_beyond_limit);
  EXPECT_TRUE(together[1].is_beyond_limit);
  EXPECT_FALSE(together[2].is_beyond_limit) << "it is of another collection";
}

TEST_F(ItemCollection, ThatIsTooLargeMayShrink) {
  // 2^34 bytes, as append_signed writes them.
  store_size(kFirst, "\x80\x80\x80\x80\x80\x01");
  ASSERT_GT(bytes_of(kFirst), kCollectionBytesMax);
  EXPECT_FALSE(measured({{kFirst, -1}})[0].is_beyond_limit);
  EXPECT_FALSE(measured({{kFirst, 0}})[0].is_beyond_limit);
  for (const auto& change : measured({{kFirst, -2}, {kSecond, 1}})) {
    EXPECT_FALSE(change.is_beyond_limit) << "the commit makes it smaller";
  }
  EXPECT_TRUE(measured({{kFirst, 1}})[0].is_beyond_limit);
}

TEST_F(ItemCollection, TellsThatItsSizeIsDamagedAndKeepsIt) {
  store_size(kFirst, "\x80");
  for (int i = 0; i < 2; ++i) {
    const auto outcome = write(table_, kFirst, kFirst);
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().kind(), ErrorKind::Corrupt);
  }
}

// An item of that size, with an entry of its keys alone.
Item sized(std::size_t bytes) {
  Item item{{"pk", "a"}, {"sk", "1"}, {"hour", "y"}, {"v", ""}};
  item.set("v", std::string(bytes - size_bytes(item), 'x'));
  return item;
}

TEST_F(ItemCollection, TakesAnItemOf400KbWithItsLocalEntries) {
  const std::size_t keys_bytes = size_bytes(Item{{"pk", "a"}, {"sk", "1"}, {"hour", "y"}});
  EXPECT_TRUE(write(table_, kFirst, sized(kItemBytesMax - keys_bytes)).ok());
  EXPECT_FALSE(write(table_, kFirst, sized(kItemBytesMax - keys_bytes + 1)).ok());
  const std::size_t day_bytes = size_bytes(Item{{"day", "x"}});
  Item twice = sized(kItemBytesMax / 2 - day_bytes);
  twice.set("day", "x");
  EXPECT_FALSE(write(table_, kFirst, twice).ok());
  twice.erase("hour");
  EXPECT_TRUE(write(table_, kFirst, twice).ok());
}

}  // namespace
}  // namespace partita::items
