#include "engine/retry.h"

#include <gtest/gtest.h>

#include <deque>

#include "engine/memory/memory_engine.h"

namespace partita::engine {
namespace {

// An engine whose commits answer what they are told to, the last answer again and again.
class ScriptedEngine final : public Engine {
 public:
  explicit ScriptedEngine(std::deque<Status> answers) : answers_(std::move(answers)) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    for (std::size_t i = 0; i < keys.size(); ++i) visit(i, std::nullopt);
    return done();
  }
  Task<Status> scan(const Range&, RowVisitor) const override { return done(); }
  Task<Status> read_log(const LogRange&, LogVisitor) const override { return done(); }
  const Limits& limits() const override { return kEmbeddedLimits; }
  std::unique_ptr<View> snapshot() const override { return nullptr; }
  std::unique_ptr<Transaction> begin(MonotonicTime deadline) override {
    deadline_ = deadline;
    return std::make_unique<ScriptedTransaction>(*this);
  }
  Task<Status> erase_range(ByteView, ByteView) override { return done(); }
  WriteAvailability write_availability() const override { return {}; }

  int commits() const { return commits_; }
  std::size_t writes_of_last_commit() const { return writes_of_last_commit_; }
  MonotonicTime last_deadline() const { return deadline_; }

 private:
  class ScriptedTransaction final : public Transaction {
   public:
    explicit ScriptedTransaction(ScriptedEngine& engine) : engine_(engine) {}
    Task<Status> scan(const Range&, RowVisitor) override { return done(); }
    Task<Status> commit() override {
      engine_.writes_of_last_commit_ = writes_.writes().size();
      return Task<Status>::ready(engine_.next_answer());
    }

   private:
    Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit, std::size_t) override {
      return engine_.get(keys, visit);
    }

    ScriptedEngine& engine_;
  };

  static Task<Status> done() {
    Status status;
    return Task<Status>::ready(std::move(status));
  }

  Status next_answer() {
    ++commits_;
    Status answer = answers_.front();
    if (answers_.size() > 1) answers_.pop_front();
    return answer;
  }

  std::deque<Status> answers_;
  int commits_ = 0;
  std::size_t writes_of_last_commit_ = 0;
  MonotonicTime deadline_;
};

Status conflict() { return Error::conflict("a rival was faster"); }

std::string answer_of(const Status& status) {
  return status.ok() ? "ok" : status.error().to_string();
}

// Runs a body that writes one key and answers `decision`.
struct Ran {
  std::string answer;
  int bodies = 0;
};

Ran run_body(Engine& engine, const Status& decision, RetryPolicy policy = {}) {
  Ran ran;
  const auto body = [&](Transaction& transaction) -> Task<Status> {
    ++ran.bodies;
    transaction.put("key", "value");
    co_return decision;
  };
  ran.answer = answer_of(sync_wait(run(engine, body, policy)));
  return ran;
}

TEST(Retry, RunsTheBodyOnceIfNothingConflicts) {
  ScriptedEngine engine({Status()});
  const Ran ran = run_body(engine, {});
  EXPECT_EQ(ran.answer, "ok");
  EXPECT_EQ(ran.bodies, 1);
  EXPECT_EQ(engine.commits(), 1);
  EXPECT_EQ(engine.writes_of_last_commit(), 1u);
}

TEST(Retry, RunsTheBodyAgainAfterEachConflict) {
  ScriptedEngine engine({conflict(), conflict(), conflict(), Status()});
  const Ran ran = run_body(engine, {});
  EXPECT_EQ(ran.answer, "ok");
  EXPECT_EQ(ran.bodies, 4);
  EXPECT_EQ(engine.commits(), 4);
}

TEST(Retry, DoesNotTryAgainAfterOtherErrors) {
  const std::vector<Error> errors = {Error::too_large("large"), Error::unavailable("away"),
                                     Error::corrupt("damaged"), Error::unknown("who knows")};
  for (const Error& error : errors) {
    ScriptedEngine engine({Status(error), Status()});
    const Ran ran = run_body(engine, {});
    EXPECT_EQ(ran.answer, error.to_string());
    EXPECT_EQ(ran.bodies, 1);
  }
}

TEST(Retry, NeverTriesAgainAfterUnknownBehindAConflict) {
  ScriptedEngine engine({conflict(), Status(Error::unknown("who knows")), Status()});
  const Ran ran = run_body(engine, {});
  EXPECT_EQ(ran.answer, "Unknown: who knows");
  EXPECT_EQ(ran.bodies, 2);
}

TEST(Retry, ReturnsTheErrorOfTheBodyOnceItsReadsAreConfirmed) {
  ScriptedEngine engine({Status()});
  const Ran ran = run_body(engine, Error::not_found("no such thing"));
  EXPECT_EQ(ran.answer, "NotFound: no such thing");
  EXPECT_EQ(ran.bodies, 1);
  EXPECT_EQ(engine.commits(), 1);
  EXPECT_EQ(engine.writes_of_last_commit(), 0u);
}

TEST(Retry, DecidesAgainIfTheErrorOfTheBodyCameFromReadsOfDifferentMoments) {
  ScriptedEngine engine({conflict(), Status()});
  const Ran ran = run_body(engine, Error::not_found("no such thing"));
  EXPECT_EQ(ran.answer, "NotFound: no such thing");
  EXPECT_EQ(ran.bodies, 2);
}

TEST(Retry, RunsABodyAgainThatMetAConflictItself) {
  ScriptedEngine engine({Status()});
  int bodies = 0;
  const auto body = [&](Transaction&) -> Task<Status> {
    co_return ++bodies < 3 ? conflict() : Status();
  };
  EXPECT_EQ(answer_of(sync_wait(run(engine, body))), "ok");
  EXPECT_EQ(bodies, 3);
  EXPECT_EQ(engine.commits(), 1);
}

TEST(Retry, GivesUpWithConflictOnceTheTimeIsUp) {
  ScriptedEngine engine({conflict()});
  const Ran ran = run_body(engine, {}, {.give_up_after = std::chrono::milliseconds(20)});
  EXPECT_EQ(ran.answer, "Conflict: a rival was faster");
  EXPECT_GT(ran.bodies, 1);
}

TEST(Retry, TriesOnceEvenWithoutAnyTime) {
  ScriptedEngine engine({conflict()});
  const Ran ran = run_body(engine, {}, {.give_up_after = std::chrono::milliseconds(0)});
  EXPECT_EQ(ran.answer, "Conflict: a rival was faster");
  EXPECT_EQ(ran.bodies, 1);
}

// A clock that goes on by a second whenever it is asked.
class StridingClock final : public Clock {
 public:
  WallTime wall_now() const override { return {}; }
  MonotonicTime monotonic_now() const override {
    now_ += std::chrono::seconds(1);
    return now_;
  }

 private:
  mutable MonotonicTime now_;
};

// Chance that says whether it was asked.
class CountedRandom final : public Random {
 public:
  std::uint64_t next() override {
    ++asked;
    return seeded_.next();
  }
  int asked = 0;

 private:
  SeededRandom seeded_{1};
};

TEST(Retry, GoesByTheClockThatItIsGiven) {
  ScriptedEngine engine({conflict()});
  const StridingClock clock;
  const Ran ran = run_body(engine, {}, {.give_up_after = std::chrono::seconds(3), .clock = &clock});
  EXPECT_EQ(ran.answer, "Conflict: a rival was faster");
  EXPECT_EQ(ran.bodies, 3);
  EXPECT_EQ(engine.last_deadline(), MonotonicTime() + std::chrono::seconds(4));
}

TEST(Retry, PausesByTheChanceThatItIsGivenButNotBeforeTheFirstRetry) {
  CountedRandom random;
  ScriptedEngine once({conflict(), Status()});
  EXPECT_EQ(run_body(once, {}, {.random = &random}).answer, "ok");
  EXPECT_EQ(random.asked, 0);
  ScriptedEngine thrice({conflict(), conflict(), conflict(), Status()});
  EXPECT_EQ(run_body(thrice, {}, {.random = &random}).answer, "ok");
  EXPECT_GE(random.asked, 2);
}

// The body sees 0 and refuses; a rival then makes it 1. The refusal must not stand.
TEST(Retry, GivesTheBodyANewTransactionEachTime) {
  const auto engine = open_memory_engine();
  int bodies = 0;
  const auto body = [&](Transaction& transaction) -> Task<Status> {
    std::optional<Bytes> seen;
    const ByteView keys[] = {"key"};
    const Status read = co_await transaction.get(
        keys, [&](std::size_t, auto value) { seen = value ? std::optional<Bytes>(*value) : seen; });
    if (!read.ok()) co_return read;
    if (++bodies == 1) {
      const auto rival = engine->begin();
      rival->put("key", "rival");
      if (!(co_await rival->commit()).ok()) co_return Error::internal("the rival failed");
    }
    transaction.put("key", seen.value_or("nobody") + " was here");
    co_return Status();
  };
  EXPECT_EQ(answer_of(sync_wait(run(*engine, body))), "ok");
  EXPECT_EQ(bodies, 2);
  const ByteView keys[] = {"key"};
  const auto visit = [](std::size_t, auto value) { EXPECT_EQ(value, "rival was here"); };
  EXPECT_TRUE(sync_wait(engine->get(keys, visit)).ok());
}

// Counts how often it is asked, and what was buffered before.
class CountingStep final : public LastStep {
 public:
  explicit CountingStep(int& asked) : asked_(asked) {}
  void buffer(Transaction& transaction) override {
    ++asked_;
    transaction.put("last", "step");
  }

 private:
  int& asked_;
};

TEST(Retry, AsksForTheLastStepOfEachAttemptThatIsToBeCommitted) {
  ScriptedEngine engine({Error::conflict("rival"), Status{}});
  int asked = 0;
  const auto body = [&](Transaction& transaction) {
    transaction.set_last_step(std::make_unique<CountingStep>(asked));
    transaction.put("first", "step");
    return Task<Status>::ready({});
  };
  EXPECT_TRUE(sync_wait(run(engine, body)).ok());
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(engine.writes_of_last_commit(), 2U);
  const auto refused = [&](Transaction& transaction) {
    transaction.set_last_step(std::make_unique<CountingStep>(asked));
    return Task<Status>::ready(Error::invalid_argument("no"));
  };
  EXPECT_FALSE(sync_wait(run(engine, refused)).ok());
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(engine.writes_of_last_commit(), 0U);
}

}  // namespace
}  // namespace partita::engine
