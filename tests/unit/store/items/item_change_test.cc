#include "store/items/item_change.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "partita/value/encoded_item.h"
#include "store/items/item_key.h"
#include "store/items/ttl_entry.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using partita::testing::TableBuilder;

const catalog::Table kTable = TableBuilder("T")
                                  .key("pk", 'S')
                                  .global("byGroup", {{"g", 'S'}})
                                  .global("keysByGroup", {{"g", 'S'}})
                                  .keys_only()
                                  .ttl("expires")
                                  .build();

// A store to which changes are applied one by one.
class Applied {
 public:
  ChangeEffect apply(const std::optional<Item>& before, const std::optional<Item>& after) {
    const auto old_item = encoded(before);
    const auto new_item = encoded(after);
    const Bytes key = key_of_stored(kTable, old_item ? old_item->view() : new_item->view());
    const auto view = [](const std::optional<EncodedItem>& item) {
      return item ? std::optional(item->view()) : std::nullopt;
    };
    const auto transaction = engine_->begin();
    auto effect = buffer_change(*transaction, {.table = kTable,
                                               .key = key,
                                               .before = view(old_item),
                                               .after = view(new_item),
                                               .time = {}});
    EXPECT_TRUE(sync_wait(transaction->commit()).ok());
    return effect;
  }

  std::size_t rows() const {
    std::size_t count = 0;
    const auto visit = [&](ByteView, ByteView) {
      ++count;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = "", .end = std::nullopt}, visit)).ok());
    return count;
  }

 private:
  static std::optional<EncodedItem> encoded(const std::optional<Item>& item) {
    return item ? std::optional(EncodedItem(*item)) : std::nullopt;
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
};

const Item kItem{{"pk", "a"}, {"g", "x"}, {"expires", 100}, {"v", 1}};

TEST(ItemChange, KeepsItemEntriesAndExpiryTogether) {
  Applied store;
  store.apply(std::nullopt, kItem);
  EXPECT_EQ(store.rows(), 4U);
  store.apply(kItem, std::nullopt);
  EXPECT_EQ(store.rows(), 0U);
}

TEST(ItemChange, RemovesWhatTheItemNoLongerHas) {
  Applied store;
  store.apply(std::nullopt, kItem);
  store.apply(kItem, Item{{"pk", "a"}, {"v", 1}});
  EXPECT_EQ(store.rows(), 1U);
}

TEST(ItemChange, MovesEntriesWithTheirKeys) {
  Applied store;
  store.apply(std::nullopt, kItem);
  const auto effect = store.apply(kItem, Item{{"pk", "a"}, {"g", "y"}, {"expires", 200}, {"v", 1}});
  EXPECT_EQ(store.rows(), 4U);
  ASSERT_EQ(effect.indexes.size(), 2U);
  EXPECT_TRUE(effect.indexes[0].moves);
}

TEST(WriteUnits, ChargeAnIndexOnlyForWhatChangesInIt) {
  Applied store;
  store.apply(std::nullopt, kItem);
  const auto units =
      write_units(store.apply(kItem, Item{{"pk", "a"}, {"g", "x"}, {"expires", 100}, {"v", 2}}));
  EXPECT_EQ(units.table, 1);
  ASSERT_EQ(units.indexes.size(), 1U) << "the entries of keysByGroup stay as they are";
  EXPECT_EQ(units.indexes[0].index->name, "byGroup");
  EXPECT_EQ(units.indexes[0].units, 1);
}

TEST(WriteUnits, ChargeTwoWritesForAnEntryThatMoves) {
  Applied store;
  store.apply(std::nullopt, kItem);
  const auto units =
      write_units(store.apply(kItem, Item{{"pk", "a"}, {"g", "y"}, {"expires", 100}, {"v", 1}}));
  ASSERT_EQ(units.indexes.size(), 2U);
  EXPECT_EQ(units.indexes[0].units, 2);
  EXPECT_EQ(units.total(), 5);
}

TEST(WriteUnits, ChargeTheTableForTheLargerImage) {
  Applied store;
  const Item large{{"pk", "a"}, {"v", std::string(3000, 'x')}};
  store.apply(std::nullopt, large);
  EXPECT_EQ(write_units(store.apply(large, Item{{"pk", "a"}})).table, 3);
}

TEST(WriteUnits, AreOneForDeletingNothing) {
  EXPECT_EQ(
      write_units(effect_of({.table = kTable, .key = "", .before = {}, .after = {}, .time = {}}))
          .total(),
      1);
}

TEST(Expiry, IsTheWholeSecondOfANumber) {
  const auto second = [](Value value) {
    return expiry_second(kTable, EncodedItem(Item{{"pk", "a"}, {"expires", value}}).view());
  };
  EXPECT_EQ(second(1700000000), 1700000000U);
  EXPECT_EQ(second(Number::parse("1700000000.9").value()), 1700000000U);
  EXPECT_EQ(second(Number::parse("17e8").value()), 1700000000U);
  EXPECT_EQ(second(Number::parse("0.5").value()), 0U);
  EXPECT_EQ(second(-1), std::nullopt);
  EXPECT_EQ(second("1700000000"), std::nullopt);
  EXPECT_EQ(second(Number::parse("1e60").value()), std::nullopt);
}

}  // namespace
}  // namespace partita::items
