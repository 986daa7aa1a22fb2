#include "engine_suite/append_history.h"
#include "engine_suite/bank_history.h"
#include "engine_suite/contract.h"
#include "engine_suite/counter_history.h"
#include "engine_suite/random_history.h"

namespace partita::engine {
namespace {

TEST_P(EngineContract, AnswersRandomHistoriesAsTheModelAllows) {
  const RandomHistories asked{.seed = test_seed(1),
                              .count = histories(),
                              .may_refuse_unread_writes = may_refuse_unread_writes()};
  const RandomHistoryReport report = check_random_histories(engine(), asked);
  EXPECT_TRUE(report.violations.empty()) << listing(report.violations);
  // The histories must be such that something can go wrong in them.
  EXPECT_GT(report.commits, asked.count);
  EXPECT_GT(report.conflicts, asked.count / 4);
  EXPECT_LT(report.unneeded_conflicts * 1000, report.commits + report.conflicts);
}

TEST_P(EngineContract, PutsEveryAppendWhereItWasWritten) {
  const Load load{.seed = test_seed(2), .threads = 12};
  EXPECT_EQ(listing(check_appends(engine(), load)), listing({})) << "seed " << load.seed;
}

TEST_P(EngineContract, KeepsTheTotalOfABank) {
  const Load load{.seed = test_seed(3), .threads = 12};
  EXPECT_EQ(listing(check_bank(engine(), load)), listing({})) << "seed " << load.seed;
}

TEST_P(EngineContract, CountsEveryIncrement) {
  const Load load{.seed = test_seed(4), .threads = 8, .transactions_per_thread = 100};
  EXPECT_EQ(listing(check_counters(engine(), load)), listing({})) << "seed " << load.seed;
}

}  // namespace
}  // namespace partita::engine
