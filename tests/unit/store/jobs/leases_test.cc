#include "store/jobs/leases.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/memory/memory_engine.h"
#include "engine/read_one.h"
#include "engine/retry.h"
#include "store/keys/key_space.h"
#include "support/engines/server_engine.h"

namespace partita::jobs {
namespace {

using std::chrono::seconds;

// A server as far as leases are concerned.
struct LeaseServer {
  explicit LeaseServer(const std::shared_ptr<engine::Engine>& store) : engine(store) {}

  bool take(const std::string& lane) { return sync_wait(leases.take(lane)).value().is_held; }

  ManualClock clock;
  SystemRandom random;
  testing::ServerEngine engine;
  Leases leases{engine, clock, random};
};

Task<Status> put_row(engine::Engine& engine, std::string name, std::string value) {
  const auto body = [&](engine::Transaction& transaction) {
    transaction.put(keys::metadata_key(name), Bytes(value));
    return Task<Status>::ready({});
  };
  co_return co_await engine::run(engine, body);
}

class LeasesTest : public ::testing::Test {
 protected:
  // Time passes at a server that goes on beating.
  static void pass(LeaseServer& server, int beats) {
    for (int i = 0; i < beats; ++i) {
      server.clock.advance(Leases::kBeat);
      ASSERT_TRUE(sync_wait(server.leases.beat()).ok());
    }
  }
  std::optional<Bytes> row(const std::string& name) const {
    const Bytes key = keys::metadata_key(name);
    return sync_wait(engine::read_one(*store_, key)).value();
  }

  std::shared_ptr<engine::Engine> store_ = engine::open_memory_engine();
  LeaseServer a_{store_};
  LeaseServer b_{store_};
};

TEST_F(LeasesTest, AreHeldByOneServer) {
  EXPECT_TRUE(a_.take("work"));
  EXPECT_TRUE(a_.take("work"));
  const auto answer = sync_wait(b_.leases.take("work")).value();
  EXPECT_FALSE(answer.is_held);
  EXPECT_EQ(answer.holder, a_.leases.server());
  EXPECT_TRUE(b_.take("other work"));
}

TEST_F(LeasesTest, AreFreeOnceTheyAreGivenBack) {
  ASSERT_TRUE(a_.take("work"));
  ASSERT_TRUE(a_.take("more"));
  ASSERT_TRUE(sync_wait(a_.leases.release("work")).ok());
  EXPECT_TRUE(b_.take("work"));
  EXPECT_FALSE(b_.take("more"));
  ASSERT_TRUE(sync_wait(a_.leases.close()).ok());
  EXPECT_TRUE(b_.take("more"));
}

TEST_F(LeasesTest, StayWithAServerThatIsAlive) {
  ASSERT_TRUE(a_.take("work"));
  for (int i = 0; i < 20; ++i) {
    pass(a_, 1);
    pass(b_, 1);
    EXPECT_FALSE(b_.take("work"));
  }
}

TEST_F(LeasesTest, OfAServerThatIsKilledAreTakenWithinSeconds) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  pass(b_, 1);
  a_.engine.kill();
  int beats = 0;
  while (!b_.take("work") && beats < 100) {
    pass(b_, 1);
    ++beats;
  }
  EXPECT_EQ(beats, 5);
}

TEST_F(LeasesTest, AreNotTakenBecauseTheObserverItselfWasAway) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  pass(b_, 1);
  b_.clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(sync_wait(b_.leases.beat()).ok());
  EXPECT_FALSE(b_.take("work"));
}

TEST_F(LeasesTest, LetNothingBeCommittedThatWasBegunBeforeTheyWereLost) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  engine::Engine& fenced = a_.leases.engine_for("work");
  ASSERT_TRUE(sync_wait(put_row(fenced, "row", "first")).ok());
  // The server stands still just before its commit, and time passes at the other one.
  bool is_taken = false;
  a_.engine.before_commit([&] {
    if (is_taken) return;
    pass(b_, 7);
    is_taken = b_.take("work");
  });
  const Status late = sync_wait(put_row(fenced, "row", "late"));
  ASSERT_TRUE(is_taken);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(row("row"), "first");
  EXPECT_FALSE(a_.leases.holds("work"));
  // Nor what it begins afterwards, until it has the lease again.
  EXPECT_FALSE(sync_wait(put_row(fenced, "row", "later")).ok());
  EXPECT_FALSE(
      sync_wait(fenced.erase_range(keys::metadata_key("r"), keys::metadata_key("s"))).ok());
  EXPECT_EQ(row("row"), "first");
  ASSERT_TRUE(sync_wait(put_row(b_.leases.engine_for("work"), "row", "other")).ok());
  ASSERT_TRUE(sync_wait(b_.leases.close()).ok());
  ASSERT_TRUE(a_.take("work"));
  EXPECT_TRUE(sync_wait(put_row(fenced, "row", "again")).ok());
}

// The control: without the fence the same commit comes through, although another server works.
TEST_F(LeasesTest, WithoutTheFenceWouldLetALateCommitThrough) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  bool is_taken = false;
  a_.engine.before_commit([&] {
    if (is_taken) return;
    pass(b_, 7);
    is_taken = b_.take("work");
  });
  EXPECT_TRUE(sync_wait(put_row(a_.engine, "row", "late")).ok());
  EXPECT_TRUE(is_taken);
  EXPECT_EQ(row("row"), "late");
}

TEST_F(LeasesTest, ShowAServerThatItHasLostThem) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  pass(b_, 7);
  ASSERT_TRUE(b_.take("work"));
  EXPECT_TRUE(a_.leases.holds("work"));
  pass(a_, 1);
  EXPECT_FALSE(a_.leases.holds("work"));
  EXPECT_FALSE(a_.take("work"));
}

TEST_F(LeasesTest, StayWithAServerThatWasThoughtDeadIfNobodyHasTakenThem) {
  pass(a_, 1);
  ASSERT_TRUE(a_.take("work"));
  pass(b_, 7);
  pass(a_, 1);
  EXPECT_TRUE(a_.leases.holds("work"));
  EXPECT_FALSE(b_.take("work"));
}

TEST_F(LeasesTest, CanBeReservedFromAServerThatIsAliveButNotIfItHasReservedThem) {
  ASSERT_TRUE(a_.take("models"));
  engine::Engine& fenced = a_.leases.engine_for("models");
  ASSERT_TRUE(sync_wait(b_.leases.reserve("models")).ok());
  EXPECT_FALSE(sync_wait(put_row(fenced, "row", "late")).ok());
  const Status refused = sync_wait(a_.leases.reserve("models"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::Conflict);
  EXPECT_TRUE(sync_wait(put_row(b_.leases.engine_for("models"), "row", "new")).ok());
  ASSERT_TRUE(sync_wait(b_.leases.keep("models")).ok());
  EXPECT_TRUE(sync_wait(put_row(b_.leases.engine_for("models"), "row", "kept")).ok());
  EXPECT_TRUE(sync_wait(a_.leases.reserve("models")).ok());
}

TEST_F(LeasesTest, AreGoodForTheNextAfterAReservationOfADeadServer) {
  pass(a_, 1);
  pass(b_, 1);
  ASSERT_TRUE(sync_wait(a_.leases.reserve("models")).ok());
  a_.engine.kill();
  EXPECT_FALSE(sync_wait(b_.leases.reserve("models")).ok());
  pass(b_, 6);
  EXPECT_TRUE(sync_wait(b_.leases.reserve("models")).ok());
}

// In a store that nobody shares there is nothing to wait for, nor anything to pay.
TEST(LeasesOfAStoreOfOneProgram, AreAllHeldAndStoreNothing) {
  const auto store = engine::open_memory_engine();
  const ManualClock clock;
  SystemRandom random;
  Leases leases(*store, clock, random);
  EXPECT_TRUE(sync_wait(leases.take("work")).value().is_held);
  EXPECT_EQ(&leases.engine_for("work"), store.get());
  EXPECT_TRUE(sync_wait(leases.reserve("work")).ok());
  EXPECT_TRUE(sync_wait(leases.beat()).ok());
  bool is_empty = true;
  const auto visit = [&](ByteView, ByteView) {
    is_empty = false;
    return engine::Visit::Stop;
  };
  ASSERT_TRUE(sync_wait(store->scan({}, visit)).ok());
  EXPECT_TRUE(is_empty);
  EXPECT_TRUE(sync_wait(leases.close()).ok());
}

}  // namespace
}  // namespace partita::jobs
