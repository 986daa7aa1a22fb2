#include <gtest/gtest.h>

#include "engine/memory/memory_engine.h"
#include "engine_suite/append_history.h"
#include "engine_suite/bank_history.h"
#include "engine_suite/counter_history.h"
#include "engine_suite/engine_home.h"
#include "engine_suite/log_history.h"
#include "engine_suite/memory/faulty_engine.h"
#include "engine_suite/random_history.h"

// A checker that never reports anything proves nothing: each must find the bugs it is there for.
namespace partita::engine {
namespace {

template <typename Check>
Violations check_with_bug(Bug bug, const Check& check) {
  const auto sound = open_memory_engine(&suite_kinds);
  return check(*with_bug(*sound, bug));
}

std::string name_of_bug(const testing::TestParamInfo<Bug>& info) {
  return testing::PrintToString(info.param);
}

// The bugs, and not the way they are built in, are what is reported.
TEST(NegativeControls, ReportNothingOfASoundEngine) {
  const auto histories = [](Engine& engine) {
    return check_random_histories(engine, {.seed = 1, .count = 200}).violations;
  };
  const Load load{.transactions_per_thread = 100};
  EXPECT_EQ(listing(check_with_bug(Bug::None, histories)), listing({}));
  for (const auto check : {&check_appends, &check_bank, &check_counters, &check_log}) {
    EXPECT_EQ(listing(check_with_bug(Bug::None, [&](auto& e) { return check(e, load); })),
              listing({}));
  }
}

class RandomHistoryControl : public testing::TestWithParam<Bug> {};

TEST_P(RandomHistoryControl, ReportsTheBug) {
  const auto violations = check_with_bug(GetParam(), [](Engine& engine) {
    return check_random_histories(engine, {.seed = 1, .count = 1000}).violations;
  });
  EXPECT_FALSE(violations.empty());
}

INSTANTIATE_TEST_SUITE_P(Bugs, RandomHistoryControl,
                         testing::Values(Bug::UntrackedReads, Bug::UntrackedAbsentKeys,
                                         Bug::UntrackedSecondRead, Bug::AcknowledgesWithoutWriting,
                                         Bug::AppliesHalf, Bug::AppliesDespiteConflict,
                                         Bug::StaleReads, Bug::StaleTransactionReads,
                                         Bug::MovingSnapshots, Bug::LosesErases,
                                         Bug::SkipsTheCheckWithoutWrites),
                         name_of_bug);

class AppendControl : public testing::TestWithParam<Bug> {};

TEST_P(AppendControl, ReportsTheBug) {
  EXPECT_TRUE(finds_a_violation([](std::uint64_t seed) {
    return check_with_bug(GetParam(),
                          [seed](Engine& engine) { return check_appends(engine, {.seed = seed}); });
  }));
}

INSTANTIATE_TEST_SUITE_P(Bugs, AppendControl,
                         testing::Values(Bug::UntrackedReads, Bug::UntrackedSecondRead,
                                         Bug::AcknowledgesWithoutWriting, Bug::AppliesHalf,
                                         Bug::CommitsInTwoSteps, Bug::AppliesDespiteConflict,
                                         Bug::StaleReads, Bug::StaleTransactionReads),
                         name_of_bug);

class BankControl : public testing::TestWithParam<Bug> {};

TEST_P(BankControl, ReportsTheBug) {
  EXPECT_TRUE(finds_a_violation([](std::uint64_t seed) {
    return check_with_bug(GetParam(),
                          [seed](Engine& engine) { return check_bank(engine, {.seed = seed}); });
  }));
}

INSTANTIATE_TEST_SUITE_P(Bugs, BankControl,
                         testing::Values(Bug::UntrackedReads, Bug::AppliesHalf,
                                         Bug::CommitsInTwoSteps, Bug::MovingSnapshots,
                                         Bug::TornScans, Bug::SkipsTheCheckWithoutWrites),
                         name_of_bug);

class CounterControl : public testing::TestWithParam<Bug> {};

TEST_P(CounterControl, ReportsTheBug) {
  EXPECT_TRUE(finds_a_violation([](std::uint64_t seed) {
    return check_with_bug(
        GetParam(), [seed](Engine& engine) { return check_counters(engine, {.seed = seed}); });
  }));
}

INSTANTIATE_TEST_SUITE_P(Bugs, CounterControl,
                         testing::Values(Bug::UntrackedReads, Bug::AcknowledgesWithoutWriting,
                                         Bug::AppliesDespiteConflict),
                         name_of_bug);

class LogControl : public testing::TestWithParam<Bug> {};

TEST_P(LogControl, ReportsTheBug) {
  EXPECT_TRUE(finds_a_violation([](std::uint64_t seed) {
    return check_with_bug(GetParam(),
                          [seed](Engine& engine) { return check_log(engine, {.seed = seed}); });
  }));
}

INSTANTIATE_TEST_SUITE_P(Bugs, LogControl,
                         testing::Values(Bug::AcknowledgesWithoutWriting, Bug::AppliesHalf,
                                         Bug::CommitsInTwoSteps, Bug::AppliesDespiteConflict,
                                         Bug::StampsAtTheBeginning),
                         name_of_bug);

}  // namespace
}  // namespace partita::engine
