#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "engine/postgres/store_care.h"
#include "engine_suite/postgres_faults/writers.h"
#include "support/postgres/postgres_pair.h"

// A standby that takes over from its primary under writers, and one that dies.
namespace partita::engine {
namespace {

using namespace std::chrono_literals;
using partita::testing::PostgresPair;
using Commits = PostgresPair::Commits;

PostgresOptions options_on(PostgresPair& pair) {
  return {.address = pair.new_store(), .patience = 1'500ms};
}

TEST(PostgresFailover, LosesNothingAcknowledgedWhenASynchronousStandbyTakesOver) {
  PostgresPair pair(Commits::WaitForStandby);
  const auto engine = opened_store(options_on(pair));
  Writers writers(*engine);
  writers.wait_for(200);
  pair.fail_over();
  writers.wait_for(200);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
  EXPECT_GT(writers.refused(), 0);
}

// The control: a primary that does not wait for its standby, which has lost it without noticing.
TEST(PostgresFailoverControl, FindsWhatIsLostWhenCommitsDoNotWaitForTheStandby) {
  PostgresPair pair(Commits::DoNotWait);
  const auto engine = opened_store(options_on(pair));
  Writers writers(*engine);
  writers.wait_for(50);
  pair.part();
  writers.wait_for(200);
  pair.fail_over();
  writers.wait_for(20);
  writers.stop();
  EXPECT_FALSE(writers.violations().empty());
}

TEST(PostgresFailover, AcknowledgesNothingWhileTheStandbyIsDead) {
  PostgresPair pair(Commits::WaitForStandby);
  const auto engine = opened_store(options_on(pair));
  Writers writers(*engine);
  writers.wait_for(50);
  pair.standby().kill();
  // What was on its way is told by then.
  writers.wait_for_refusals(static_cast<int>(kWriters));
  const int acknowledged = writers.acknowledged();
  writers.wait_for_refusals(static_cast<int>(kWriters));
  EXPECT_EQ(writers.acknowledged(), acknowledged);
  pair.standby().start();
  writers.wait_for(50);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST(PostgresFailover, IsForeseenByTheAdviceForWhoLooksAfterTheServer) {
  PostgresPair pair(Commits::WaitForStandby);
  const auto options = options_on(pair);
  const auto advice = [&] {
    const auto care = judge_server(options);
    std::string all;
    for (const std::string& line : care->advice) all += line + '\n';
    return all;
  };
  EXPECT_EQ(advice().find("standby"), std::string::npos) << advice();
  pair.primary().run("ALTER ROLE partita SET synchronous_commit = local");
  EXPECT_NE(advice().find("commits do not wait for the standbys"), std::string::npos) << advice();
  pair.standby().kill();
  while (advice().find("no standby is connected") == std::string::npos) continue;
}

// A primary that only stood still knows nothing of its successor and would go on to answer.
TEST(PostgresFailover, ReadsNothingFromAPrimaryThatComesBackBehindItsSuccessor) {
  PostgresPair pair(Commits::WaitForStandby);
  const auto engine = opened_store(options_on(pair));
  ASSERT_TRUE(put(*engine, "key", "old").ok());
  const auto read_at_once = [&](const char* expected) {
    std::atomic<int> others = 0;
    {
      std::vector<std::jthread> readers;
      for (int i = 0; i < 8; ++i) {
        readers.emplace_back([&] {
          for (int n = 0; n < 50; ++n) {
            if (get_at_last(*engine, "key") != expected) ++others;
          }
        });
      }
    }
    EXPECT_EQ(others, 0);
  };
  // So many at once that all connections for reads are open.
  read_at_once("old");
  pair.primary().pause();
  pair.standby().promote();
  while (!put(*engine, "key", "new").ok()) continue;
  pair.primary().go_on();
  read_at_once("new");
}

}  // namespace
}  // namespace partita::engine
