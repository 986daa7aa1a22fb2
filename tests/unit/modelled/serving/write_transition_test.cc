#include <atomic>
#include <thread>

#include "unit/modelled/serving/write_shop.h"

namespace partita::serving {
namespace {

class WriteTransition : public ShopFixture {
 protected:
  WriteTransition() {
    create_customer("c1");
    place_order("c1", 1);
  }
  PatternWriteRequest move_to(const std::string& state) {
    return request_of({{"customer", "c1"}, {"number", "1"}}, {{"state", state}});
  }
};

TEST_F(WriteTransition, TheStateComesFromTheBodyOrAnArgument) {
  EXPECT_EQ(text_in(item_of(write("move_order", move_to("paid"))), "state"), "paid");
  const auto by_argument =
      write("move_order", {{"customer", "c1"}, {"number", "1"}, {"state", "sent"}}, {{"total", 7}});
  EXPECT_EQ(text_in(item_of(by_argument), "state"), "sent");
  EXPECT_EQ(*item_of(by_argument).find("total"), Value(7));
}

TEST_F(WriteTransition, AConstantStateNeedsNoBodyAndTakesNoOther) {
  const auto other = write("pay_order", {{"customer", "c1"}, {"number", "1"}}, {{"state", "lost"}});
  EXPECT_EQ(failure_kind(other), FailureKind::BadBody);
  const auto paid = write("pay_order", {{"customer", "c1"}, {"number", "1"}});
  EXPECT_EQ(text_in(item_of(paid), "state"), "paid");
}

TEST_F(WriteTransition, WithoutAStateOrWithAnUnknownOneNothingHappens) {
  const auto none = write("move_order", {{"customer", "c1"}, {"number", "1"}}, {{"total", 1}});
  EXPECT_EQ(failure_kind(none), FailureKind::BadBody);
  EXPECT_EQ(message_of(none), "move_order needs `state`, the state to go to");
  EXPECT_EQ(failure_kind(write("move_order", move_to("gone"))), FailureKind::BadArgument);
  const auto two = write("move_order", {{"customer", "c1"}, {"number", "1"}, {"state", "paid"}},
                         {{"state", "lost"}});
  EXPECT_EQ(failure_kind(two), FailureKind::BadBody);
  EXPECT_EQ(text_in(*order("c1", "ORDER#0001"), "state"), "open");
}

TEST_F(WriteTransition, AnIllegalOneTellsTheStateAndWhatIsAllowed) {
  const auto answer = write("move_order", move_to("sent"));
  const api::ModelError error = model_error(answer);
  EXPECT_EQ(error.code, "M201");
  EXPECT_EQ(error.current, "open");
  EXPECT_EQ(error.allowed, (std::vector<std::string>{"paid", "lost"}));
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ConditionalCheckFailed);
}

TEST_F(WriteTransition, OfAMissingItemIsNotFound) {
  const auto answer =
      write("move_order", {{"customer", "c1"}, {"number", "2"}}, {{"state", "paid"}});
  EXPECT_EQ(failure_kind(answer), FailureKind::NotFound);
}

TEST_F(WriteTransition, ARoleIsNeededWhereTheModelSaysSo) {
  serve_shipped("photoeditor");
  const auto made =
      write("create_job", {},
            {{"userId", "u1"}, {"fileSize", 1}, {"fileType", "image/png"}, {"provider", "stub"}});
  const std::string id = text_in(item_of(made), "jobId");
  const Map why{{"code", "E1"}, {"message", "Down."}};
  ASSERT_TRUE(write("set_status", {{"jobId", id}}, {{"status", "FAILED"}, {"error", why}}).ok());
  PatternWriteRequest replay = request_of({{"jobId", id}});
  EXPECT_EQ(model_error(write("replay_job", replay)).code, "M202");
  replay.role = "operator";
  EXPECT_EQ(text_in(item_of(write("replay_job", replay)), "status"), "QUEUED");
}

TEST_F(WriteTransition, OfTwoAtOnceOneWinsAndTheOtherLearnsTheState) {
  for (std::int64_t number = 2; number < 22; ++number) {
    place_order("c1", number);
    std::atomic<int> waiting{2};
    const auto move = [&](const std::string& state, std::optional<Result<WriteAnswer>>& answer) {
      const PatternWriteRequest request =
          request_of({{"customer", "c1"}, {"number", std::to_string(number)}}, {{"state", state}});
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      answer = write("move_order", request);
    };
    std::optional<Result<WriteAnswer>> paid;
    std::optional<Result<WriteAnswer>> lost;
    std::thread other([&] { move("lost", lost); });
    move("paid", paid);
    other.join();
    ASSERT_NE(paid->ok(), lost->ok()) << message_of(*paid) << message_of(*lost);
    const auto& loser = paid->ok() ? *lost : *paid;
    EXPECT_EQ(model_error(loser).code, "M201") << message_of(loser);
    EXPECT_EQ(model_error(loser).current, paid->ok() ? "paid" : "lost");
  }
}

}  // namespace
}  // namespace partita::serving
