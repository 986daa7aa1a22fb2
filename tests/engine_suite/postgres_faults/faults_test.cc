#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "engine_suite/postgres_faults/writers.h"
#include "support/postgres/postgres_cluster.h"

// A PostgreSQL that is killed, stands still or loses connections under writers. What was
// acknowledged is there, what was refused is not, and afterwards all goes on by itself.
namespace partita::engine {

// The suite is linked for what helps its tests; this program has its own.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EngineContract);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DurableEngineContract);

namespace {

using namespace std::chrono_literals;
using partita::testing::PostgresCluster;

class PostgresFaults : public ::testing::Test {
 protected:
  PostgresCluster cluster_;
  const PostgresOptions options_{.address = cluster_.new_store(), .patience = 1'500ms};
};

TEST_F(PostgresFaults, LosesNothingAcknowledgedWhenTheServerIsKilled) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  for (int round = 0; round < 3; ++round) {
    writers.wait_for(100);
    cluster_.kill();
    cluster_.start();
  }
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
  EXPECT_GT(writers.refused(), 0);
}

// The control: a server that acknowledges before it has written anything down.
TEST(PostgresFaultsControl, FindsWhatAServerLosesThatAcknowledgesTooEarly) {
  PostgresCluster careless(
      {.more_settings = "synchronous_commit = off\nwal_writer_delay = 10s\nwal_buffers = 16MB"});
  const auto engine = opened_store({.address = careless.new_store(), .patience = 1'500ms});
  Writers writers(*engine);
  writers.wait_for(200);
  careless.kill();
  careless.start();
  writers.wait_for(10);
  writers.stop();
  EXPECT_FALSE(writers.violations().empty());
}

TEST_F(PostgresFaults, LosesNothingAcknowledgedWhenConnectionsAreCut) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  for (int round = 0; round < 20; ++round) {
    writers.wait_for(30);
    cluster_.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partita' "
        "AND random() < 0.5");
  }
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST_F(PostgresFaults, AnswersWhileTheServerStandsStillAndGoesOnAfterwards) {
  const auto engine = opened_store(options_);
  Writers writers(*engine);
  writers.wait_for(50);
  cluster_.pause();
  // Somebody is told that it cannot be reached, instead of waiting for as long as it takes.
  writers.wait_for_refusals(static_cast<int>(kWriters));
  cluster_.go_on();
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST_F(PostgresFaults, RefusesWhatFindsNoRoomInsteadOfLettingItWait) {
  auto options = options_;
  options.sizes = {.gets = 1, .pages = 1, .transactions = 1, .snapshots = 1, .waiting_for_each = 1};
  const auto engine = opened_store(options);
  const auto holder = engine->begin();
  get(*holder, "key");
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> others;
    for (int i = 0; i < 4; ++i) {
      others.emplace_back([&] {
        const auto transaction = engine->begin();
        const ByteView keys[] = {"key"};
        const auto ignore = [](std::size_t, std::optional<ByteView>) {};
        const auto failure = kind_of(sync_wait(transaction->get(keys, ignore)));
        if (failure == ErrorKind::Unavailable) ++refused;
      });
    }
  }
  // One may wait, and does so in vain; the others were told at once.
  EXPECT_EQ(refused, 4);
}

// A server that has become a standby, or is to become one, is left for one that takes writes.
TEST_F(PostgresFaults, LeavesAServerThatTakesNoWritesAnyMore) {
  const auto engine = opened_store(options_);
  ASSERT_TRUE(put(*engine, "key", "1").ok());
  EXPECT_EQ(get_at_last(*engine, "key"), "1");
  cluster_.run("ALTER SYSTEM SET default_transaction_read_only = on");
  cluster_.run("SELECT pg_reload_conf()");
  while (engine->write_availability().accepts_writes) {
    const auto failure = kind_of(put(*engine, "key", "2"));
    EXPECT_TRUE(!failure || *failure == ErrorKind::Unavailable);
  }
  EXPECT_NE(engine->write_availability().reason.find("read-only"), std::string::npos)
      << engine->write_availability().reason;
  cluster_.run("ALTER SYSTEM RESET default_transaction_read_only");
  cluster_.run("SELECT pg_reload_conf()");
  while (!put(*engine, "key", "3").ok()) continue;
  EXPECT_EQ(get_at_last(*engine, "key"), "3");
}

TEST_F(PostgresFaults, RefusesAnotherStoreAtTheSameAddress) {
  const auto engine = opened_store(options_);
  ASSERT_TRUE(put(*engine, "key", "value").ok());
  cluster_.run("UPDATE store_" + std::to_string(::getpid()) +
               "_1.partita_store SET stamp_base = stamp_base + 1");
  cluster_.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'partita'");
  std::optional<ErrorKind> failure;
  while (!failure) failure = kind_of(put(*engine, "key", "other"));
  while (engine->write_availability().accepts_writes) {
    EXPECT_NE(kind_of(put(*engine, "key", "other")), std::nullopt);
  }
  EXPECT_NE(engine->write_availability().reason.find("another store"), std::string::npos);
}

}  // namespace
}  // namespace partita::engine
