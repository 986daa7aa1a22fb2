#include "unit/modelled/serving/claim_jobs.h"

namespace partita::serving {
namespace {

using std::chrono::minutes;

class Claim : public JobFixture {};

TEST_F(Claim, GivesTheOldestItemWithATokenToOneWorker) {
  add_job("b", 2);
  add_job("a", 1);
  const Item first = claimed({{"worker", "w1"}});
  EXPECT_EQ(text_in(first, "id"), "a");
  EXPECT_EQ(text_in(first, "state"), "busy");
  EXPECT_EQ(text_in(first, "worker"), "w1");
  EXPECT_EQ(text_in(first, "token").size(), 32U);
  EXPECT_EQ(*first.find("attempts"), Value(1));
  const Item second = claimed();
  EXPECT_EQ(text_in(second, "id"), "b");
  EXPECT_NE(text_in(first, "token"), text_in(second, "token"));
  EXPECT_EQ(claimed(), Item());
}

TEST_F(Claim, SeesWhatWasThereWhenItWasAsked) {
  EXPECT_EQ(claimed(), Item());
  add_job("a");
  EXPECT_EQ(text_in(claimed(), "id"), "a");
}

TEST_F(Claim, KeepsQueuesApart) {
  put("jobs", {{"id", "x"}, {"queue", "other"}});
  EXPECT_EQ(claimed(), Item());
  EXPECT_EQ(text_in(item_of(write("next_job", {{"queue", "other"}})), "id"), "x");
}

TEST_F(Claim, CompletesWithTheTokenOnce) {
  add_job("a");
  const Item taken = claimed();
  const Item done = item_of(with_token("complete", taken, {{"result", "fine"}}));
  EXPECT_EQ(text_in(done, "state"), "done");
  EXPECT_EQ(text_in(done, "result"), "fine");
  EXPECT_EQ(done.find("token"), nullptr);
  EXPECT_EQ(model_error(with_token("complete", taken)).code, "M207");
}

TEST_F(Claim, FailsWithTheToken) {
  add_job("a");
  EXPECT_EQ(text_in(item_of(with_token("fail", claimed(), {{"result", "no"}})), "state"), "failed");
}

TEST_F(Claim, AnItemThatIsGivenBackIsThereForOthers) {
  add_job("a");
  const Item first = claimed();
  EXPECT_EQ(text_in(item_of(with_token("release", first)), "state"), "waiting");
  clock_.advance(std::chrono::seconds(1));
  const Item second = claimed();
  EXPECT_EQ(text_in(second, "id"), "a");
  EXPECT_EQ(*second.find("attempts"), Value(1));
  EXPECT_EQ(model_error(with_token("complete", first)).code, "M207");
  EXPECT_TRUE(with_token("complete", second).ok());
}

TEST_F(Claim, OfOneCertainItemIsRefusedWhileAnotherWorkerHasIt) {
  add_job("a");
  EXPECT_TRUE(write("next_job_take", {{"id", "a"}}, {{"token", "mine"}, {"worker", "w"}}).ok());
  EXPECT_EQ(model_error(write("next_job_take", {{"id", "a"}}, {{"token", "yours"}})).code, "M207");
  EXPECT_TRUE(with_token("complete", job("a")).ok());
}

TEST_F(Claim, AHeartbeatKeepsTheItemForLonger) {
  add_job("a");
  const Item taken = claimed();
  pass(minutes(4));
  EXPECT_TRUE(with_token("heartbeat", taken).ok());
  pass(minutes(4));
  EXPECT_EQ(text_in(job("a"), "state"), "busy");
  EXPECT_TRUE(with_token("complete", taken).ok());
}

TEST_F(Claim, WhenTheLeaseIsOverTheItemWaitsAgainAndTheOldTokenIsWorthNothing) {
  add_job("a");
  const Item first = claimed();
  pass(minutes(5));
  EXPECT_EQ(text_in(job("a"), "state"), "waiting");
  const Item second = claimed();
  EXPECT_EQ(*second.find("attempts"), Value(2));
  for (const char* verb : {"heartbeat", "complete", "fail", "release"}) {
    EXPECT_EQ(model_error(with_token(verb, first)).code, "M207") << verb;
  }
  EXPECT_TRUE(with_token("complete", second).ok());
}

// Whoever asks for an item does not wait for the walk over the table.
TEST_F(Claim, ALeaseThatIsOverIsNoticedByWhoAsksNext) {
  add_job("a");
  const Item first = claimed();
  clock_.advance(minutes(4));
  EXPECT_TRUE(with_token("heartbeat", first).ok());
  clock_.advance(minutes(4));
  EXPECT_EQ(claimed(), Item());
  clock_.advance(minutes(1));
  const Item second = claimed();
  EXPECT_EQ(text_in(second, "id"), "a");
  EXPECT_EQ(*second.find("attempts"), Value(2));
  EXPECT_EQ(model_error(with_token("complete", first)).code, "M207");
}

TEST_F(Claim, AfterTheLastAttemptTheServerEndsTheItem) {
  add_job("a");
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_EQ(*claimed().find("attempts"), Value(attempt));
    pass(minutes(5));
  }
  EXPECT_EQ(claimed(), Item());
  EXPECT_EQ(text_in(job("a"), "state"), "failed");
  EXPECT_EQ(text_in(job("a"), "result"), "lost");
}

TEST_F(Claim, ALeaseOutlivesTheServer) {
  use_files();
  serve(kJobs);
  add_job("a");
  const Item taken = claimed();
  restart();
  EXPECT_EQ(claimed(), Item());
  EXPECT_EQ(model_error(write("next_job_take", {{"id", "a"}}, {{"token", "x"}})).code, "M207");
  EXPECT_TRUE(with_token("complete", taken).ok());
}

TEST_F(Claim, TellsWhyNobodyCanTakeWhatIsThere) {
  std::string guarded = kJobs;
  constexpr std::string_view kWay = "{from: waiting, to: busy}";
  guarded.replace(guarded.find(kWay), kWay.size(), "{from: waiting, to: busy, require: [note]}");
  serve(guarded);
  add_job("a");
  EXPECT_EQ(model_error(claim()).code, "M202");
  put("jobs", {{"id", "b"}, {"note", "ready"}});
  EXPECT_EQ(text_in(claimed(), "id"), "b");
}

TEST_F(Claim, TakesNoArgumentOrBodyThatMeansNothing) {
  EXPECT_EQ(message_of(write("next_job", {{"queue", "main"}, {"wait", "31s"}})),
            "wait: `31s` is no time up to 30s, such as 20s");
  EXPECT_EQ(message_of(claim({{"job", "a"}})), "the body of next_job may have one text, `worker`");
  EXPECT_EQ(failure_kind(write("next_job", {{"line", "main"}})), FailureKind::BadArgument);
  PatternWriteRequest repeated = request_of({{"queue", "main"}});
  repeated.idempotency_key = "k";
  EXPECT_EQ(failure_kind(write("next_job", repeated)), FailureKind::BadArgument);
}

TEST_F(Claim, OfAnItemThatHasChangedMeanwhileTakesItAsItIsNow) {
  for (const char* id : {"a", "b"}) add_job(id);
  EXPECT_EQ(text_in(claimed(), "id"), "a");
  // "b" was found with "a" and is handed out next.
  put("jobs", {{"id", "b"}, {"note", "new"}});
  EXPECT_EQ(text_in(claimed(), "note"), "new");
}

}  // namespace
}  // namespace partita::serving
