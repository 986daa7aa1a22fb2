#include "store/catalog/usage.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace partita::catalog {
namespace {

constexpr keys::TableId kMusic{7};
constexpr keys::IndexId kByLabel{3};
constexpr keys::IndexId kTableItself = keys::IndexId::Base;

TEST(Usage, AddsUpWhatTablesAndIndexesAreUsedFor) {
  Usage usage;
  usage.read(kMusic, 0.5);
  usage.read(kMusic, 2, kByLabel);
  usage.add(kMusic, kTableItself, {.write_units = 3, .throttled_writes = 1});
  const auto sums = usage.sums();
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums.at({kMusic, kTableItself}),
            (Used{.read_units = 0.5, .write_units = 3, .throttled_writes = 1}));
  EXPECT_EQ(sums.at({kMusic, kByLabel}), (Used{.read_units = 2}));
}

TEST(Usage, WhatIsForgottenStaysInTheSumOfAllThatIsGone) {
  Usage usage;
  usage.read(kMusic, 4);
  usage.sums();
  usage.forget({kMusic, kTableItself});
  EXPECT_TRUE(usage.sums().empty());
  EXPECT_EQ(usage.gone(), (Used{.read_units = 4}));
  usage.forget({kMusic, kTableItself});
  EXPECT_EQ(usage.gone(), (Used{.read_units = 4})) << "once";
}

TEST(Usage, NothingIsLostOrDoubledBetweenThreadsAndReaders) {
  Usage usage;
  constexpr int kThreads = 8;
  constexpr int kReads = 5'000;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int read = 0; read < kReads; ++read) usage.read(kMusic, 0.5);
    });
  }
  double last = 0;
  while (last < kThreads * kReads * 0.5) {
    const auto sums = usage.sums();
    const auto found = sums.find({kMusic, kTableItself});
    const double now = found == sums.end() ? 0 : found->second.read_units;
    EXPECT_GE(now, last);
    last = now;
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(usage.sums().at({kMusic, kTableItself}).read_units, kThreads * kReads * 0.5);
}

}  // namespace
}  // namespace partita::catalog
