#include "dynamodb/operations/transact_get_items.h"

#include <gtest/gtest.h>

#include "unit/store/transactions/transact_requests.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

class TransactGetItems : public ::testing::Test {
 protected:
  TransactGetItems() {
    store_.create(simple_table("T"));
    store_.create(TableBuilder("U").key("pk", 'S').sort("sk", 'N').build());
  }

  TestStore store_;
};

TEST_F(TransactGetItems, AnswersInTheOrderOfTheRequestAndLeavesAGapForWhatIsNotThere) {
  const Item one{{"pk", "a"}, {"v", 1}};
  const Item two{{"pk", "b"}, {"sk", 2}};
  store_.put("T", one);
  store_.put("U", two);
  const auto answer =
      transact_get(store_, {get_action("U", {{"pk", "b"}, {"sk", 2}}),
                            get_action("T", {{"pk", "none"}}), get_action("T", {{"pk", "a"}})});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  ASSERT_EQ(answer->responses->size(), 3U);
  EXPECT_EQ(answer->responses->at(0).item, EncodedItem(two));
  EXPECT_EQ(answer->responses->at(1).item, std::nullopt);
  EXPECT_EQ(answer->responses->at(2).item, EncodedItem(one));
}

TEST_F(TransactGetItems, ShowsOnlyWhatTheProjectionAsksFor) {
  store_.put("T", {{"pk", "a"}, {"v", 1}, {"w", 2}});
  auto get = get_action("T", {{"pk", "a"}});
  get.get.projection_expression = "#v";
  get.get.expression_attribute_names = api::Dictionary<std::string>{{"#v", "v"}};
  const auto answer = transact_get(store_, {get});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_EQ(answer->responses->at(0).item, EncodedItem(Item{{"v", 1}}));
}

TEST_F(TransactGetItems, ChargesTwoUnitsForFourKilobytesAndForWhatIsNotThere) {
  store_.put("T", {{"pk", "a"}, {"v", std::string(5'000, 'x')}});
  api::TransactGetItemsRequest request;
  request.transact_items = {get_action("T", {{"pk", "a"}}), get_action("T", {{"pk", "none"}})};
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Indexes;
  const auto answer = sync_wait(transact_get_items(store_.context(), request));
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  const auto& consumed = answer->consumed_capacity->at(0);
  EXPECT_EQ(consumed.capacity_units, 6);
  EXPECT_EQ(consumed.read_capacity_units, 6);
  EXPECT_EQ(consumed.table->read_capacity_units, 6);
}

TEST_F(TransactGetItems, RefusesOneItemTwice) {
  const auto answer = transact_get(store_, {get_action("U", {{"pk", "a"}, {"sk", 1}}),
                                            get_action("U", {{"pk", "a"}, {"sk", 1}})});
  EXPECT_EQ(message_of(answer),
            "Transaction request cannot include multiple operations on one item");
}

TEST_F(TransactGetItems, CancelsForAKeyThatDoesNotFitTheSchema) {
  const auto answer = transact_get(
      store_, {get_action("T", {{"pk", "a"}}), get_action("T", {}), get_action("T", {{"pk", 5}})});
  EXPECT_EQ(codes_of(answer), "[None, ValidationError, None]");
}

TEST_F(TransactGetItems, DoesNotFindATableThatIsNotThere) {
  const auto answer = transact_get(store_, {get_action("Missing", {{"pk", "a"}})});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ResourceNotFound);
}

TEST_F(TransactGetItems, RefusesToReadMoreThanFourMegabytes) {
  std::vector<api::TransactGetItem> gets;
  for (int i = 0; i < 11; ++i) {
    const std::string pk = "item-" + std::to_string(i);
    store_.put("T", {{"pk", pk}, {"v", std::string(390'000, 'x')}});
    gets.push_back(get_action("T", {{"pk", pk}}));
  }
  ASSERT_FALSE(transact_get(store_, gets).ok());
  gets.pop_back();
  EXPECT_TRUE(transact_get(store_, gets).ok());
}

}  // namespace
}  // namespace partita::operations
