#include "dynamodb/operations/batch_write_item.h"

#include <gtest/gtest.h>

#include "unit/store/transactions/test_store.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

api::WriteRequest put(const Item& item) {
  api::WriteRequest write;
  write.put_request.emplace().item = EncodedItem(item);
  return write;
}

api::WriteRequest erase(const Item& key) {
  api::WriteRequest write;
  write.delete_request.emplace().key = EncodedItem(key);
  return write;
}

class BatchWriteItem : public ::testing::Test {
 protected:
  BatchWriteItem() {
    store_.create(simple_table("T"));
    store_.create(TableBuilder("N").key("pk", 'N').build());
    store_.create(
        TableBuilder("Indexed").key("pk", 'S').global("byColor", {{"color", 'S'}}).build());
  }

  Result<api::BatchWriteItemResponse> write(
      std::vector<std::pair<std::string, std::vector<api::WriteRequest>>> items) {
    api::BatchWriteItemRequest request;
    request.request_items = std::move(items);
    request.return_consumed_capacity = api::ReturnConsumedCapacity::Indexes;
    request.return_item_collection_metrics = api::ReturnItemCollectionMetrics::Size;
    return sync_wait(batch_write_item(store_.context(), request));
  }

  TestStore store_;
};

TEST_F(BatchWriteItem, PutsAndDeletesItemsOfSeveralTables) {
  store_.put("T", {{"pk", "old"}});
  const auto answer = write(
      {{"T", {put({{"pk", "new"}, {"v", 1}}), erase({{"pk", "old"}})}}, {"N", {put({{"pk", 5}})}}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_TRUE(answer->unprocessed_items->empty());
  EXPECT_EQ(store_.get("T", {{"pk", "new"}}), (Item{{"pk", "new"}, {"v", 1}}));
  EXPECT_EQ(store_.get("T", {{"pk", "old"}}), std::nullopt);
  EXPECT_EQ(store_.get("N", {{"pk", 5}}), (Item{{"pk", 5}}));
}

TEST_F(BatchWriteItem, DeletesNothingWithoutAnError) {
  EXPECT_TRUE(write({{"T", {erase({{"pk", "none"}})}}}).ok());
}

TEST_F(BatchWriteItem, ChargesTablesAndIndexesForAllItemsTogether) {
  store_.put("T", {{"pk", "large"}, {"v", std::string(2'000, 'x')}});
  const auto answer = write({{"T", {put({{"pk", "large"}}), put({{"pk", "a"}})}},
                             {"Indexed",
                              {put({{"pk", "a"}, {"color", "red"}}),
                               put({{"pk", "b"}, {"color", "red"}}), put({{"pk", "c"}})}}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  const auto& consumed = *answer->consumed_capacity;
  EXPECT_EQ(consumed[0].capacity_units, 3);
  EXPECT_EQ(consumed[1].capacity_units, 5);
  EXPECT_EQ(consumed[1].table->capacity_units, 3);
  EXPECT_EQ(consumed[1].global_secondary_indexes->at(0).second.capacity_units, 2);
  EXPECT_EQ(consumed[1].write_capacity_units, std::nullopt);
}

TEST_F(BatchWriteItem, CountsItems) {
  EXPECT_TRUE(write({{"T", {put({{"pk", "a"}}), put({{"pk", "b"}})}}}).ok());
  EXPECT_TRUE(write({{"T", {put({{"pk", "a"}}), erase({{"pk", "b"}})}}}).ok());
  const auto table = store_.catalog().find("T");
  EXPECT_EQ(store_.catalog().statistics().counts_of(table->id, keys::IndexId::Base).items, 1);
}

TEST_F(BatchWriteItem, RefusesAnItemTwice) {
  EXPECT_EQ(message_of(write({{"T", {put({{"pk", "a"}}), erase({{"pk", "a"}})}}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchWriteItem, KnowsANumberInAnotherSpelling) {
  const Number one = Number::parse("1").value();
  const Number same = Number::parse("1.00").value();
  EXPECT_EQ(message_of(write({{"N", {put({{"pk", one}}), put({{"pk", same}})}}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchWriteItem, RefusesAKeyThatDoesNotFitTheSchemaInTheWordsForAKey) {
  for (const auto& wrong : {put({{"pk", 5}}), put({{"other", "a"}}), erase({{"other", "a"}})}) {
    EXPECT_EQ(message_of(write({{"T", {wrong}}})),
              "The provided key element does not match the schema");
  }
}

TEST_F(BatchWriteItem, RefusesAnEmptyKey) {
  for (const auto& wrong : {put({{"pk", ""}}), erase({{"pk", ""}})}) {
    EXPECT_EQ(message_of(write({{"T", {wrong}}})),
              "One or more parameter values are not valid. The AttributeValue for a key attribute "
              "cannot contain an empty string value. Key: pk");
  }
}

TEST_F(BatchWriteItem, RefusesAnIndexKeyOfAnotherTypeAndWritesNothing) {
  EXPECT_EQ(
      message_of(write({{"Indexed", {put({{"pk", "a"}}), put({{"pk", "b"}, {"color", 5}})}}})),
      "One or more parameter values were invalid: Type mismatch for Index Key color "
      "Expected: S Actual: N IndexName: byColor");
  EXPECT_EQ(store_.get("Indexed", {{"pk", "a"}}), std::nullopt);
}

TEST_F(BatchWriteItem, RefusesAnOversizedItem) {
  EXPECT_EQ(message_of(write({{"T", {put({{"pk", "a"}, {"v", std::string(500'000, 'x')}})}}})),
            "Item size has exceeded the maximum allowed size");
}

TEST_F(BatchWriteItem, RefusesMoreThanTwentyFiveRequestsInAll) {
  std::vector<api::WriteRequest> some;
  std::vector<api::WriteRequest> more;
  for (int i = 0; i < 13; ++i) {
    some.push_back(put({{"pk", std::to_string(i)}}));
    more.push_back(put({{"pk", i}}));
  }
  EXPECT_EQ(message_of(write({{"T", some}, {"N", more}})),
            "Too many items requested for the BatchWriteItem call");
}

TEST_F(BatchWriteItem, WantsAPutOrADeleteInEachRequest) {
  auto both = put({{"pk", "a"}});
  both.delete_request = erase({{"pk", "a"}}).delete_request;
  EXPECT_FALSE(write({{"T", {both}}}).ok());
  EXPECT_FALSE(write({{"T", {api::WriteRequest{}}}}).ok());
}

TEST_F(BatchWriteItem, DoesNotFindATableThatIsNotThere) {
  const auto answer = write({{"Missing", {put({{"pk", "a"}})}}});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ResourceNotFound);
}

TEST_F(BatchWriteItem, TellsTheItemCollectionsItHasTouched) {
  store_.create(
      TableBuilder("L").key("pk", 'S').sort("sk", 'S').local("byDay", {"day", 'S'}).build());
  const auto answer =
      write({{"L", {put({{"pk", "a"}, {"sk", "1"}}), put({{"pk", "a"}, {"sk", "2"}})}},
             {"T", {put({{"pk", "a"}})}}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  ASSERT_EQ(answer->item_collection_metrics->size(), 1U);
  const auto& [table, metrics] = answer->item_collection_metrics->at(0);
  EXPECT_EQ(table, "L");
  ASSERT_EQ(metrics.size(), 1U);
  EXPECT_EQ(metrics[0].item_collection_key, EncodedItem(Item{{"pk", "a"}}));
}

}  // namespace
}  // namespace partita::operations
