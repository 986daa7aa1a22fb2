#include "dynamodb/operations/transact_write_items.h"

#include <gtest/gtest.h>

#include "unit/store/transactions/transact_requests.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

Item key(const std::string& pk) { return {{"pk", pk}}; }

class TransactWriteItems : public ::testing::Test {
 protected:
  TransactWriteItems() {
    store_.create(simple_table("T"));
    store_.create(
        TableBuilder("Indexed").key("pk", 'S').global("byColor", {{"color", 'S'}}).build());
  }

  TestStore store_;
};

TEST_F(TransactWriteItems, DoesAllFourActionsTogether) {
  store_.put("T", {{"pk", "updated"}, {"n", 1}});
  store_.put("T", {{"pk", "deleted"}});
  store_.put("T", {{"pk", "checked"}, {"n", 7}});
  const auto answer =
      transact(store_, {put_action("T", {{"pk", "put"}, {"v", "x"}}),
                        update_action("T", key("updated"), "SET n = n + :one", Item{{":one", 1}}),
                        delete_action("T", key("deleted")),
                        check_action("T", key("checked"), "n = :seven", Item{{":seven", 7}})});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_EQ(store_.get("T", key("put")), (Item{{"pk", "put"}, {"v", "x"}}));
  EXPECT_EQ(store_.get("T", key("updated")), (Item{{"pk", "updated"}, {"n", 2}}));
  EXPECT_EQ(store_.get("T", key("deleted")), std::nullopt);
  EXPECT_EQ(store_.get("T", key("checked")), (Item{{"pk", "checked"}, {"n", 7}}));
}

TEST_F(TransactWriteItems, TellsEveryFailedConditionInItsPlaceAndWritesNothing) {
  const auto answer = transact(store_, {put_action("T", {{"pk", "a"}}),
                                        put_action("T", {{"pk", "b"}}, "attribute_exists(pk)"),
                                        check_action("T", key("c"), "attribute_exists(pk)")});
  EXPECT_EQ(codes_of(answer), "[None, ConditionalCheckFailed, ConditionalCheckFailed]");
  EXPECT_EQ(message_of(answer),
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[None, ConditionalCheckFailed, ConditionalCheckFailed]");
  EXPECT_EQ(reasons_of(answer)[1].message, "The conditional request failed");
  EXPECT_EQ(store_.get("T", key("a")), std::nullopt);
}

TEST_F(TransactWriteItems, ReturnsTheItemOfAFailedConditionIfAskedTo) {
  const Item stored{{"pk", "a"}, {"v", "old"}};
  store_.put("T", stored);
  auto silent = put_action("T", {{"pk", "a"}}, "attribute_not_exists(pk)");
  auto telling = silent;
  telling.put->return_values_on_condition_check_failure =
      api::ReturnValuesOnConditionCheckFailure::AllOld;
  EXPECT_EQ(reasons_of(transact(store_, {silent}))[0].item, std::nullopt);
  EXPECT_EQ(reasons_of(transact(store_, {telling}))[0].item, EncodedItem(stored));
}

TEST_F(TransactWriteItems, TellsOnlyTheFirstValidationErrorAndLooksAtNoConditionThen) {
  const auto answer = transact(store_, {put_action("T", {{"pk", 7}}), put_action("T", {{"pk", 8}}),
                                        put_action("T", {{"pk", "a"}}, "attribute_exists(pk)")});
  EXPECT_EQ(codes_of(answer), "[ValidationError, None, None]");
  EXPECT_EQ(reasons_of(answer)[0].message,
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
}

TEST_F(TransactWriteItems, CancelsForAKeyThatDoesNotFitTheSchema) {
  for (const auto& action :
       {delete_action("T", {{"pk", 5}}), update_action("T", {{"pk", 5}}, "REMOVE v"),
        check_action("T", {{"pk", 5}}, "attribute_exists(pk)")}) {
    const auto answer = transact(store_, {action});
    EXPECT_EQ(codes_of(answer), "[ValidationError]");
    EXPECT_EQ(reasons_of(answer)[0].message, "The provided key element does not match the schema");
  }
}

TEST_F(TransactWriteItems, CancelsForAnIndexKeyOfAnotherType) {
  const auto answer = transact(store_, {put_action("Indexed", {{"pk", "a"}, {"color", 5}})});
  EXPECT_EQ(codes_of(answer), "[ValidationError]");
  EXPECT_EQ(reasons_of(answer)[0].message,
            "One or more parameter values were invalid: Type mismatch for Index Key color "
            "Expected: S Actual: N IndexName: byColor");
}

TEST_F(TransactWriteItems, RefusesTheRequestForAnEmptyKey) {
  const std::string message =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty string value. Key: pk";
  for (const auto& action : {put_action("T", key("")), delete_action("T", key("")),
                             update_action("T", key(""), "REMOVE v"),
                             check_action("T", key(""), "attribute_exists(v)")}) {
    const auto answer = transact(store_, {put_action("T", {{"pk", 7}}), action});
    EXPECT_EQ(message_of(answer), message);
    EXPECT_EQ(api::exception_of(answer.error()), api::Exception::Validation);
  }
}

TEST_F(TransactWriteItems, RefusesTheRequestForAnEmptyIndexKeyOfAnUpdate) {
  const auto answer =
      transact(store_, {update_action("Indexed", key("a"), "SET color = :c", Item{{":c", ""}})});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::Validation);
}

TEST_F(TransactWriteItems, RefusesAnOversizedPutButCancelsForAnOversizedUpdate) {
  const std::string large(300'000, 'x');
  const auto put = transact(store_, {put_action("T", {{"pk", "a"}, {"v", large}, {"w", large}})});
  EXPECT_EQ(message_of(put), "Item size has exceeded the maximum allowed size");
  store_.put("T", {{"pk", "a"}, {"v", large}});
  const auto update =
      transact(store_, {update_action("T", key("a"), "SET w = :w", Item{{":w", large}})});
  EXPECT_EQ(codes_of(update), "[ValidationError]");
  EXPECT_EQ(reasons_of(update)[0].message,
            "Item size to update has exceeded the maximum allowed size");
}

TEST_F(TransactWriteItems, RefusesMoreThanFourMegabytesOfRequestButDeletesMore) {
  const std::string large(390'000, 'x');
  std::vector<api::TransactWriteItem> puts;
  std::vector<api::TransactWriteItem> deletes;
  for (int i = 0; i < 11; ++i) {
    const std::string pk = "item-" + std::to_string(i);
    puts.push_back(put_action("T", {{"pk", pk}, {"v", large}}));
    deletes.push_back(delete_action("T", key(pk)));
    store_.put("T", {{"pk", pk}, {"v", large}});
  }
  EXPECT_EQ(message_of(transact(store_, puts)), "Transaction payload size cannot exceed 4 MB");
  EXPECT_TRUE(transact(store_, deletes).ok());
}

TEST_F(TransactWriteItems, RefusesTwoActionsOnOneItem) {
  const auto answer = transact(
      store_, {put_action("T", key("a")), check_action("T", key("a"), "attribute_exists(pk)")});
  EXPECT_EQ(message_of(answer),
            "Transaction request cannot include multiple operations on one item");
}

TEST_F(TransactWriteItems, WantsExactlyOneActionInEachElement) {
  auto two = put_action("T", key("a"));
  two.delete_ = delete_action("T", key("b")).delete_;
  EXPECT_EQ(message_of(transact(store_, {two})),
            "TransactItems can only contain one of Check, Put, Update or Delete");
  EXPECT_EQ(message_of(transact(store_, {api::TransactWriteItem{}})),
            "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request");
}

TEST_F(TransactWriteItems, LooksAtExpressionsBeforeTables) {
  const auto answer =
      transact(store_, {put_action("Missing", key("a")),
                        check_action("T", key("b"), "attribute_exists(pk)", Item{{":v", 1}})});
  EXPECT_EQ(message_of(answer),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
}

TEST_F(TransactWriteItems, DoesNotFindATableThatIsNotThere) {
  const auto answer = transact(store_, {put_action("Missing", key("a"))});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ResourceNotFound);
}

TEST_F(TransactWriteItems, ChargesTheTableTwiceAndIndexesOnce) {
  auto request = request_of({put_action("Indexed", {{"pk", "a"}, {"color", "red"}}),
                             put_action("Indexed", {{"pk", "b"}, {"color", "blue"}}),
                             check_action("T", key("c"), "attribute_not_exists(pk)")});
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Indexes;
  const auto answer = transact(store_, request);
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  const auto& consumed = *answer->consumed_capacity;
  ASSERT_EQ(consumed.size(), 2U);
  EXPECT_EQ(consumed[0].table_name, "Indexed");
  EXPECT_EQ(consumed[0].capacity_units, 6);
  EXPECT_EQ(consumed[0].write_capacity_units, 6);
  EXPECT_EQ(consumed[0].read_capacity_units, std::nullopt);
  EXPECT_EQ(consumed[0].table->write_capacity_units, 4);
  EXPECT_EQ(consumed[0].global_secondary_indexes->at(0).second.capacity_units, 2);
  EXPECT_EQ(consumed[1].write_capacity_units, 2);
}

TEST_F(TransactWriteItems, AppliesARequestWithATokenOnce) {
  store_.put("T", {{"pk", "a"}, {"n", 1}});
  const auto request =
      request_of({update_action("T", key("a"), "SET n = n + :one", Item{{":one", 1}})}, "token");
  EXPECT_TRUE(transact(store_, request).ok());
  EXPECT_TRUE(transact(store_, request).ok());
  EXPECT_EQ(store_.get("T", key("a")), (Item{{"pk", "a"}, {"n", 2}}));
}

TEST_F(TransactWriteItems, AppliesItAgainAfterTenMinutes) {
  store_.put("T", {{"pk", "a"}, {"n", 1}});
  const auto request =
      request_of({update_action("T", key("a"), "SET n = n + :one", Item{{":one", 1}})}, "token");
  EXPECT_TRUE(transact(store_, request).ok());
  store_.clock().advance(std::chrono::minutes(11));
  EXPECT_TRUE(transact(store_, request).ok());
  EXPECT_EQ(store_.get("T", key("a")), (Item{{"pk", "a"}, {"n", 3}}));
}

TEST_F(TransactWriteItems, RefusesATokenThatWasUsedForSomethingElse) {
  EXPECT_TRUE(transact(store_, request_of({put_action("T", key("a"))}, "token")).ok());
  const auto other = transact(store_, request_of({put_action("T", key("b"))}, "token"));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(api::exception_of(other.error()), api::Exception::IdempotentParameterMismatch);
  EXPECT_EQ(store_.get("T", key("b")), std::nullopt);
}

TEST_F(TransactWriteItems, KnowsARepetitionHoweverItIsSpelled) {
  auto first = put_action("T", {{"pk", "a"}}, "#a <> #b", {});
  first.put->expression_attribute_names = {{"#a", "x"}, {"#b", "y"}};
  auto again = first;
  again.put->expression_attribute_names = {{"#b", "y"}, {"#a", "x"}};
  EXPECT_TRUE(transact(store_, request_of({first}, "token")).ok());
  auto repetition = request_of({again}, "token");
  repetition.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  const auto answer = transact(store_, repetition);
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_EQ(answer->consumed_capacity->at(0).read_capacity_units, 2);
}

TEST_F(TransactWriteItems, ChargesARepetitionAsAReadOfWhatTheFirstRequestMet) {
  store_.put("T", {{"pk", "a"}, {"v", std::string(9'000, 'x')}});
  auto request = request_of({delete_action("T", key("a"))}, "token");
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  const auto first = transact(store_, request);
  const auto second = transact(store_, request);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->consumed_capacity->at(0).write_capacity_units, 18);
  EXPECT_EQ(second->consumed_capacity->at(0).capacity_units, 6);
  EXPECT_EQ(second->consumed_capacity->at(0).read_capacity_units, 6);
  EXPECT_EQ(second->consumed_capacity->at(0).write_capacity_units, std::nullopt);
}

TEST_F(TransactWriteItems, ForgetsTheTokenOfACancelledRequest) {
  const auto request =
      request_of({put_action("T", {{"pk", "a"}}, "attribute_not_exists(pk)")}, "token");
  store_.put("T", key("a"));
  EXPECT_EQ(codes_of(transact(store_, request)), "[ConditionalCheckFailed]");
  store_.erase("T", key("a"));
  EXPECT_TRUE(transact(store_, request).ok());
}

TEST_F(TransactWriteItems, TellsEachItemCollectionOnce) {
  store_.create(
      TableBuilder("L").key("pk", 'S').sort("sk", 'S').local("byDay", {"day", 'S'}).build());
  auto request = request_of({put_action("L", {{"pk", "a"}, {"sk", "1"}}),
                             delete_action("L", {{"pk", "a"}, {"sk", "2"}}),
                             put_action("L", {{"pk", "b"}, {"sk", "1"}})});
  request.return_item_collection_metrics = api::ReturnItemCollectionMetrics::Size;
  const auto answer = transact(store_, request);
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  ASSERT_TRUE(answer->item_collection_metrics);
  EXPECT_EQ(answer->item_collection_metrics->at(0).second.size(), 2U);
}

}  // namespace
}  // namespace partita::operations
