#include "unit/modelled/serving/write_shop.h"

namespace partita::serving {
namespace {

using WriteTransaction = ShopFixture;

TEST_F(WriteTransaction, CopiesAGeneratedIdAndAnswersEachStep) {
  const auto answer = write("open_account", {},
                            {{"customer", Map{{"name", "Ann"}}}, {"first", Map{{"number", 1}}}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  ASSERT_EQ(answer->rows.size(), 2u);
  EXPECT_EQ(answer->rows[0].step, "customer");
  EXPECT_EQ(answer->rows[1].step, "first");
  const std::string id = text_in(answer->rows[0].item->view().to_item(), "customerId");
  EXPECT_EQ(order(id, "ORDER#0001"), answer->rows[1].item->view().to_item());
  EXPECT_EQ(customer(id), answer->rows[0].item->view().to_item());
  EXPECT_TRUE(answer->is_created);
}

TEST_F(WriteTransaction, WritesAllOrNothingAndNamesTheStepThatFailed) {
  const auto answer = write("open_account", {},
                            {{"customer", Map{{"customerId", "c1"}, {"name", "Ann"}}},
                             {"first", Map{{"number", 1}, {"total", -1}}}});
  EXPECT_EQ(model_error(answer).code, "M101");
  EXPECT_EQ(model_error(answer).entity, "Order");
  EXPECT_TRUE(message_of(answer).starts_with("step first: ")) << message_of(answer);
  EXPECT_EQ(customer("c1"), std::nullopt);
}

TEST_F(WriteTransaction, TellsTheFirstReasonOfSeveral) {
  create_customer("c1");
  place_order("c1", 1);
  const auto arguments =
      request_of({{"customer", "c1"}, {"number", "1"}}, {{"customer", Map{{"note", "paid"}}}});
  ASSERT_TRUE(write("pay_and_note", arguments).ok());
  const auto again = write("pay_and_note", arguments);
  EXPECT_EQ(model_error(again).code, "M201");
  EXPECT_TRUE(message_of(again).starts_with("step order: ")) << message_of(again);
  const auto missing = write("pay_and_note", request_of({{"customer", "c1"}, {"number", "2"}},
                                                        {{"customer", Map{{"note", "x"}}}}));
  EXPECT_EQ(failure_kind(missing), FailureKind::NotFound);
  EXPECT_EQ(text_in(*customer("c1"), "note"), "paid");
}

TEST_F(WriteTransaction, ACreateOfWhatIsThereFailsAsAWhole) {
  create_customer("c1");
  const auto answer = write(
      "open_account", {},
      {{"customer", Map{{"customerId", "c1"}, {"name", "Ann"}}}, {"first", Map{{"number", 1}}}});
  EXPECT_EQ(failure_kind(answer), FailureKind::AlreadyExists);
  EXPECT_EQ(message_of(answer), "step customer: there is a Customer c1 already");
  EXPECT_EQ(order("c1", "ORDER#0001"), std::nullopt);
}

TEST_F(WriteTransaction, BodiesAreObjectsByTheNamesOfSteps) {
  const auto unknown = write("open_account", {}, {{"custmer", Map{{"name", "Ann"}}}});
  EXPECT_EQ(failure_kind(unknown), FailureKind::BadBody);
  EXPECT_EQ(message_of(unknown),
            "`custmer` is no step of open_account; it has `customer` and `first`; did you mean "
            "`customer`?");
  EXPECT_EQ(failure_kind(write("open_account", {}, {{"customer", "Ann"}})), FailureKind::BadBody);
}

TEST_F(WriteTransaction, WhatIsCopiedMayNotBeContradicted) {
  const auto answer = write(
      "open_account", {},
      {{"customer", Map{{"name", "Ann"}}}, {"first", Map{{"number", 1}, {"customerId", "c7"}}}});
  EXPECT_EQ(failure_kind(answer), FailureKind::BadBody);
  EXPECT_TRUE(message_of(answer).starts_with("step first: ")) << message_of(answer);
}

TEST_F(WriteTransaction, HasNoRevision) {
  PatternWriteRequest request = request_of({}, {{"customer", Map{{"name", "Ann"}}}});
  request.expected_revision = "1";
  EXPECT_EQ(failure_kind(write("open_account", request)), FailureKind::BadArgument);
}

TEST_F(WriteTransaction, IsRepeatedWithAllItsKeys) {
  PatternWriteRequest request =
      request_of({}, {{"customer", Map{{"name", "Ann"}}}, {"first", Map{{"number", 1}}}});
  request.idempotency_key = "k1";
  const auto first = write("open_account", request);
  const auto second = write("open_account", request);
  ASSERT_TRUE(first.ok() && second.ok()) << message_of(first) << message_of(second);
  ASSERT_EQ(second->rows.size(), 2u);
  EXPECT_EQ(second->rows[1].key, first->rows[1].key);
  EXPECT_EQ(second->rows[0].item, first->rows[0].item);
}

TEST_F(WriteTransaction, AnEdgeIsWrittenOnBothSides) {
  serve_shipped("music");
  ASSERT_TRUE(write("register_user", {},
                    {{"userId", "u1"}, {"email", "a@example.com"}, {"username", "ann"}})
                  .ok());
  const auto answer = write(
      "create_managed_artist", {},
      {{"artist", Map{{"artistId", "a1"}, {"name", "Ravi"}}}, {"manager", Map{{"userId", "u1"}}}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_TRUE(stored("music-encyclopedia", {{"PK", "ARTIST#a1"}, {"SK", "MANAGER#u1"}}));
  EXPECT_TRUE(stored("music-encyclopedia", {{"PK", "USER#u1"}, {"SK", "MANAGES#ARTIST#a1"}}));
}

}  // namespace
}  // namespace partita::serving
