#include <gtest/gtest.h>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "engine_suite/append_history.h"
#include "engine_suite/bank_history.h"
#include "engine_suite/contract.h"
#include "engine_suite/counter_history.h"
#include "engine_suite/random_history.h"
#include "support/engines/suspending_engine.h"

// The suite on an engine that waits in every call, which the layers above are then run on; and that
// a checker notices when such an engine is broken.
namespace partita::engine {
namespace {

using partita::testing::CommitFate;
using partita::testing::SuspendingEngine;
using partita::testing::SuspendingOptions;

std::unique_ptr<SuspendingEngine> suspending(SuspendingOptions options = {}) {
  return std::make_unique<SuspendingEngine>(open_memory_engine(&suite_kinds), options);
}

class SuspendingHome final : public EngineHome {
 public:
  Engine& engine() override { return *engine_; }
  std::size_t histories() const override { return 400; }

 private:
  const std::unique_ptr<SuspendingEngine> engine_ = suspending();
};

std::unique_ptr<EngineHome> make_suspending_home() { return std::make_unique<SuspendingHome>(); }

INSTANTIATE_TEST_SUITE_P(Suspending, EngineContract, ::testing::Values(&make_suspending_home));

TEST(SuspendingEngine, IsNeverReadyAtOnce) {
  const auto engine = suspending();
  const ByteView keys[] = {"key"};
  const auto ignore_value = [](std::size_t, std::optional<ByteView>) {};
  const auto ignore_row = [](ByteView, ByteView) { return Visit::Continue; };
  EXPECT_FALSE(engine->get(keys, ignore_value).is_ready());
  EXPECT_FALSE(engine->scan({}, ignore_row).is_ready());
  const auto transaction = engine->begin();
  EXPECT_FALSE(transaction->get(keys, ignore_value).is_ready());
  EXPECT_FALSE(transaction->commit().is_ready());
}

// A visitor that keeps a view instead of a copy.
TEST(SuspendingEngine, OverwritesWhatAVisitorHasSeen) {
  const auto engine = suspending();
  ASSERT_TRUE(put(*engine, "key 1", "value").ok());
  ASSERT_TRUE(put(*engine, "key 2", "value").ok());
  std::optional<ByteView> kept;
  std::vector<Bytes> seen_later;
  const auto visit = [&](ByteView, ByteView value) {
    if (kept) seen_later.emplace_back(*kept);
    kept = value;
    return Visit::Continue;
  };
  ASSERT_TRUE(sync_wait(engine->scan({}, visit)).ok());
  EXPECT_EQ(seen_later, (std::vector<Bytes>{Bytes(5, '\xDD')}));
}

TEST(SuspendingEngine, BindsASnapshotAtItsFirstRead) {
  const auto engine = suspending();
  const auto snapshot = engine->snapshot();
  ASSERT_TRUE(put(*engine, "key", "1").ok());
  EXPECT_EQ(get(*snapshot, "key"), "1");
  ASSERT_TRUE(put(*engine, "key", "2").ok());
  EXPECT_EQ(get(*snapshot, "key"), "1");
}

// Adds one to a number in the store, and says how often the body ran.
struct Added {
  std::optional<ErrorKind> failure;
  int bodies = 0;
};

Added add_one(Engine& engine) {
  Added added;
  const auto body = [&](Transaction& transaction) -> Task<Status> {
    ++added.bodies;
    int number = 0;
    const ByteView keys[] = {"number"};
    const auto keep = [&](std::size_t, std::optional<ByteView> value) {
      if (value) number = std::stoi(Bytes(*value));
    };
    Status read = co_await transaction.get(keys, keep);
    CO_TRY(read);
    transaction.put("number", std::to_string(number + 1));
    co_return Status{};
  };
  added.failure = kind_of(sync_wait(run(engine, body)));
  return added;
}

TEST(SuspendingEngine, EndsCommitsAsTheScriptSays) {
  const auto engine = suspending();
  engine->script({CommitFate::Unavailable, CommitFate::UnknownNotApplied,
                  CommitFate::UnknownApplied, CommitFate::Answered});
  const std::optional<ErrorKind> expected[] = {ErrorKind::Unavailable, ErrorKind::Unknown,
                                               ErrorKind::Unknown, std::nullopt};
  for (const auto& failure : expected) {
    const Added added = add_one(*engine);
    EXPECT_EQ(added.failure, failure);
    EXPECT_EQ(added.bodies, 1);
  }
  EXPECT_EQ(get(*engine, "number"), "2");
}

// The controls: each checker finds nothing on the engine as it is, and finds the bug.
TEST(SuspendingControls, FindsNothingOnTheEngineAsItIs) {
  EXPECT_EQ(listing(check_random_histories(*suspending(), {.seed = 1, .count = 20}).violations),
            listing({}));
  EXPECT_EQ(listing(check_counters(*suspending(), {.transactions_per_thread = 20})), listing({}));
}

TEST(SuspendingControls, FindsThatBytesWereOverwrittenTooEarly) {
  const auto engine = suspending({.poisons_too_early = true});
  EXPECT_FALSE(check_random_histories(*engine, {.seed = 1, .count = 20}).violations.empty());
}

TEST(SuspendingControls, FindsThatASuspendedCommitWasLost) {
  const auto engine = suspending();
  std::deque<CommitFate> fates(40, CommitFate::Answered);
  fates[30] = CommitFate::LostButAnswered;
  engine->script(std::move(fates));
  EXPECT_FALSE(check_counters(*engine, {.transactions_per_thread = 20}).empty());
}

}  // namespace
}  // namespace partita::engine
