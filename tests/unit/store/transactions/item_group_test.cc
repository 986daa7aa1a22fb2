#include "store/transactions/item_group.h"

#include <gtest/gtest.h>

#include "engine/retry.h"
#include "unit/store/transactions/test_store.h"

namespace partita::transactions {
namespace {

using testing::encoded;
using testing::simple_table;
using testing::TestStore;

Bytes key_of(const catalog::Table& table, const std::string& pk) {
  return items::key_of_argument(table, encoded({{"pk", pk}}).view()).value();
}

// Puts an item with the attribute `v` under each key of the group, in one transaction.
Status put_all(TestStore& store, ItemGroup& group, const std::vector<std::string>& pks) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto images = co_await group.read(transaction, store.catalog());
    CO_TRY(images);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const EncodedItem after(Item{{"pk", pks[i]}, {"v", 1}});
      auto before = images->item(i);
      CO_TRY(before);
      const ItemGroup::Change change{.index = i, .before = *before, .after = after.view()};
      Status buffered = co_await group.buffer(transaction, change);
      CO_TRY(buffered);
    }
    co_return Status{};
  };
  return sync_wait(engine::run(store.engine(), body));
}

TEST(ItemGroup, WritesItemsOfSeveralTablesTogether) {
  TestStore store;
  const auto one = store.create(simple_table("One"));
  const auto two = store.create(simple_table("Two"));
  ItemGroup group;
  group.add(one, key_of(*one, "a"));
  group.add(two, key_of(*two, "b"));
  ASSERT_TRUE(put_all(store, group, {"a", "b"}).ok());
  EXPECT_EQ(store.get("One", {{"pk", "a"}}), (Item{{"pk", "a"}, {"v", 1}}));
  EXPECT_EQ(store.get("Two", {{"pk", "b"}}), (Item{{"pk", "b"}, {"v", 1}}));
}

TEST(ItemGroup, IsToldByTheStreamInTheOrderOfItsItems) {
  TestStore store;
  const auto table = store.create(testing::TableBuilder("T").key("pk", 'S').stream().build());
  store.put("T", {{"pk", "a"}, {"v", 1}});
  store.put("T", {{"pk", "b"}, {"v", 2}});
  ItemGroup group;
  for (const char* pk : {"c", "b", "a"}) group.add(table, key_of(*table, pk));
  ASSERT_TRUE(put_all(store, group, {"c", "b", "a"}).ok());
  EXPECT_EQ(store.told("T"),
            (std::vector<std::string>{"INSERT a", "INSERT b", "INSERT c", "MODIFY b"}))
      << "the last one stays as it was";
}

TEST(ItemGroup, CountsWhatItHasWritten) {
  TestStore store;
  const auto table = store.create(simple_table("Counted"));
  ItemGroup group;
  group.add(table, key_of(*table, "a"));
  group.add(table, key_of(*table, "b"));
  ASSERT_TRUE(put_all(store, group, {"a", "b"}).ok());
  group.count(store.catalog().statistics());
  const auto counts = store.catalog().statistics().counts_of(table->id, keys::IndexId::Base);
  EXPECT_EQ(counts.items, 2);
  EXPECT_EQ(counts.bytes, 2 * 6);
}

TEST(ItemGroup, KnowsAnItemThatIsInItTwice) {
  TestStore store;
  const auto one = store.create(simple_table("One"));
  const auto two = store.create(simple_table("Two"));
  ItemGroup group;
  group.add(one, key_of(*one, "a"));
  group.add(two, key_of(*two, "a"));
  EXPECT_FALSE(group.has_duplicates());
  group.add(one, key_of(*one, "a"));
  EXPECT_TRUE(group.has_duplicates());
}

TEST(ItemGroup, SeesTheTableAsItIsInTheTransaction) {
  TestStore store;
  const auto planned = store.create(simple_table("Changed"));
  ItemGroup group;
  group.add(planned, key_of(*planned, "a"));
  const auto add_ttl = [](const catalog::Table& table) {
    catalog::Table changed = table;
    changed.ttl_attribute = "expires";
    return Result<catalog::Table>(std::move(changed));
  };
  ASSERT_TRUE(sync_wait(store.catalog().change("Changed", add_ttl)).ok());
  ASSERT_TRUE(put_all(store, group, {"a"}).ok());
  EXPECT_EQ(group.table_of(0)->ttl_attribute, "expires");
}

TEST(ItemGroup, RefusesATableThatIsGone) {
  TestStore store;
  const auto table = store.create(simple_table("Gone"));
  ItemGroup group;
  group.add(table, key_of(*table, "a"));
  ASSERT_TRUE(sync_wait(store.catalog().remove(*table)).ok());
  const Status written = put_all(store, group, {"a"});
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(api::exception_of(written.error()), api::Exception::ResourceNotFound);
}

}  // namespace
}  // namespace partita::transactions
