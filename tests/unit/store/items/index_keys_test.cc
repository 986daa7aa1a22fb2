#include "store/items/index_keys.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/value/encoded_item.h"
#include "store/items/index_entries.h"
#include "store/items/item_key.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using partita::testing::TableBuilder;

const catalog::Table kIndexedTable =
    TableBuilder("T")
        .key("pk", 'S')
        .global("byOwner", {{"tenant", 'S'}, {"owner", 'S'}}, {{"year", 'N'}, {"name", 'S'}})
        .build();

std::string refusal(const Item& item, WrittenBy how) {
  const EncodedItem encoded(item);
  const auto status = check_index_keys(kIndexedTable, {.item = encoded.view(), .how = how});
  return status.ok() ? "accepted" : status.error().message();
}

std::optional<Bytes> entry_key(const Item& item) {
  const EncodedItem encoded(item);
  return index_entry_key(kIndexedTable, kIndexedTable.indexes[0], encoded.view(),
                         keys::hash_item(key_of_stored(kIndexedTable, encoded.view())));
}

TEST(IndexKeys, MayBeAbsent) {
  EXPECT_EQ(refusal(Item{{"pk", "a"}}, WrittenBy::Put), "accepted");
  EXPECT_FALSE(entry_key(Item{{"pk", "a"}, {"tenant", "t"}, {"owner", "o"}, {"year", 1}}));
  EXPECT_TRUE(
      entry_key(Item{{"pk", "a"}, {"tenant", "t"}, {"owner", "o"}, {"year", 1}, {"name", "n"}}));
}

TEST(IndexKeys, HaveTheTypeOfTheirAttribute) {
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"year", "1999"}}, WrittenBy::Put),
            "One or more parameter values were invalid: Type mismatch for Index Key year Expected: "
            "N Actual: S IndexName: byOwner");
}

TEST(IndexKeys, ThatStayAsTheyWereAreNotLookedAt) {
  const EncodedItem before(Item{{"pk", "a"}, {"year", "old"}});
  const EncodedItem after(Item{{"pk", "a"}, {"year", "old"}, {"v", 1}});
  const IndexedWrite written{
      .item = after.view(), .how = WrittenBy::Update, .before = before.view()};
  EXPECT_TRUE(check_index_keys(kIndexedTable, written).ok());
}

TEST(IndexKeys, ThatFitSeveralIndexesBadlyNameTheFirstOfThem) {
  const auto table = partita::testing::TableBuilder("T")
                         .key("pk", 'S')
                         .global("zebra", {{"g", 'S'}})
                         .global("ant", {{"g", 'S'}})
                         .build();
  const EncodedItem item(Item{{"pk", "a"}, {"g", 1}});
  EXPECT_EQ(check_index_keys(table, {.item = item.view()}).error().message(),
            "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
            "Actual: N IndexName: ant");
}

TEST(IndexKeys, AreNotEmpty) {
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"owner", ""}}, WrittenBy::Put),
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: byOwner, IndexKey: owner");
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"owner", ""}}, WrittenBy::Update),
            "One or more parameter values are not valid. The update expression attempted to update "
            "a secondary index key to a value that is not supported. The AttributeValue for a key "
            "attribute cannot contain an empty string value.");
}

TEST(IndexKeys, AreNotLongerThanKeysOfATable) {
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"owner", std::string(2048, 'x')}}, WrittenBy::Put),
            "accepted");
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"owner", std::string(2049, 'x')}}, WrittenBy::Put),
            "One or more parameter values were invalid: Size limit exceeded for Index Key owner "
            "Actual Size: 2049 bytes Max Size: 2048 bytes IndexName: byOwner");
  EXPECT_EQ(refusal(Item{{"pk", "a"}, {"name", std::string(1025, 'x')}}, WrittenBy::Put),
            "One or more parameter values were invalid: Size limit exceeded for Index Key name "
            "Actual Size: 1025 bytes Max Size: 1024 bytes IndexName: byOwner");
}

TEST(IndexEntries, SortByTheSortAttributesOneAfterTheOther) {
  const auto key = [](int year, const char* name) {
    return *entry_key(
        Item{{"pk", "a"}, {"tenant", "t"}, {"owner", "o"}, {"year", year}, {"name", name}});
  };
  EXPECT_LT(key(9, "z"), key(10, "a"));
  EXPECT_LT(key(10, "a"), key(10, "b"));
}

TEST(IndexEntries, OfTwoItemsWithOneIndexKeyAreApart) {
  const auto key = [](const char* pk) {
    return *entry_key(
        Item{{"pk", pk}, {"tenant", "t"}, {"owner", "o"}, {"year", 1}, {"name", "n"}});
  };
  EXPECT_NE(key("a"), key("b"));
}

TEST(IndexEntries, HoldWhatTheirIndexProjects) {
  const auto table = TableBuilder("T")
                         .key("pk", 'S')
                         .global("all", {{"g", 'S'}})
                         .global("keys", {{"g", 'S'}})
                         .keys_only()
                         .global("some", {{"g", 'S'}})
                         .include({"v"})
                         .build();
  const EncodedItem item(Item{{"pk", "a"}, {"g", "x"}, {"v", 1}, {"w", 2}});
  const auto stored = [&](std::size_t index) {
    return EncodedItem(index_entry_value(table.indexes[index], item.view())).view().to_item();
  };
  EXPECT_EQ(stored(0), item.view().to_item());
  EXPECT_EQ(stored(1), (Item{{"pk", "a"}, {"g", "x"}}));
  EXPECT_EQ(stored(2), (Item{{"pk", "a"}, {"g", "x"}, {"v", 1}}));
}

}  // namespace
}  // namespace partita::items
