#include "store/items/item_key.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/value/encoded_item.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using partita::testing::TableBuilder;

std::string refusal(const Result<Bytes>& result) {
  return result.ok() ? "accepted" : result.error().message();
}

const catalog::Table kSimple = TableBuilder("T").key("pk", 'S').build();
const catalog::Table kComposite = TableBuilder("T").key("pk", 'S').sort("sk", 'N').build();

TEST(ItemKey, IsTheSameForAnItemAndForItsKeyArgument) {
  const EncodedItem item(Item{{"pk", "a"}, {"sk", 7}, {"v", "x"}});
  const EncodedItem key(Item{{"pk", "a"}, {"sk", 7}});
  EXPECT_EQ(key_of_item(kComposite, item.view()).value(),
            key_of_argument(kComposite, key.view()).value());
  EXPECT_EQ(key_of_item(kComposite, item.view()).value(), key_of_stored(kComposite, item.view()));
}

TEST(ItemKey, OfNumbersDoesNotDependOnTheirSpelling) {
  const EncodedItem one(Item{{"pk", "a"}, {"sk", Number::parse("1.0").value()}});
  const EncodedItem other(Item{{"pk", "a"}, {"sk", Number::parse("10e-1").value()}});
  EXPECT_EQ(key_of_item(kComposite, one.view()).value(),
            key_of_item(kComposite, other.view()).value());
}

TEST(ItemKey, NamesTheAttributeThatIsMissing) {
  const EncodedItem item(Item{{"pk", "a"}});
  EXPECT_EQ(refusal(key_of_item(kComposite, item.view())),
            "One or more parameter values were invalid: Missing the key sk in the item");
}

TEST(ItemKey, NamesBothTypesOnAMismatch) {
  const EncodedItem item(Item{{"pk", 1}});
  EXPECT_EQ(refusal(key_of_item(kSimple, item.view())),
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
}

TEST(ItemKey, OfAnArgumentHasExactlyTheKeyAttributes) {
  const std::string mismatch = "The provided key element does not match the schema";
  const EncodedItem too_many(Item{{"pk", "a"}, {"v", 1}});
  const EncodedItem other_name(Item{{"id", "a"}});
  const EncodedItem other_type(Item{{"pk", 1}});
  EXPECT_EQ(refusal(key_of_argument(kSimple, too_many.view())), mismatch);
  EXPECT_EQ(refusal(key_of_argument(kSimple, other_name.view())), mismatch);
  EXPECT_EQ(refusal(key_of_argument(kSimple, other_type.view())), mismatch);
}

TEST(ItemKey, IsNeverEmpty) {
  const EncodedItem item(Item{{"pk", ""}});
  EXPECT_EQ(refusal(key_of_item(kSimple, item.view())),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
}

TEST(ItemKey, TakesPartitionKeysOf2048BytesAndNoMore) {
  const EncodedItem largest(Item{{"pk", std::string(2048, 'a')}});
  const EncodedItem over(Item{{"pk", std::string(2049, 'a')}});
  EXPECT_EQ(refusal(key_of_item(kSimple, largest.view())), "accepted");
  EXPECT_EQ(refusal(key_of_item(kSimple, over.view())),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
}

TEST(ItemKey, TakesSortKeysOf1024BytesAndNoMore) {
  const auto table = TableBuilder("T").key("pk", 'S').sort("sk", 'S').build();
  const EncodedItem largest(Item{{"pk", "a"}, {"sk", std::string(1024, 'a')}});
  const EncodedItem over(Item{{"pk", "a"}, {"sk", std::string(1025, 'a')}});
  EXPECT_EQ(refusal(key_of_item(table, largest.view())), "accepted");
  EXPECT_EQ(refusal(key_of_item(table, over.view())),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

}  // namespace
}  // namespace partita::items
