#include "modelled/syncs/deliverer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "sync_store.h"

namespace partita::syncs {
namespace {

using namespace std::chrono_literals;
using Numbers = std::map<std::string, std::vector<int>>;

TEST(Deliverer, TellsOfEachChangeOnceAndInTheOrderOfItsItem) {
  SyncStore store;
  store.put("a", 1);
  store.put("b", 7);
  store.put("a", 2);
  store.remove("a");
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {1, 2, 2}}, {"b", {7}}}));
  EXPECT_EQ(store.courier.taken().size(), 4U);
  store.put("b", 8);
  store.deliver();
  const auto last = store.courier.taken().back();
  EXPECT_EQ(last.kind, EventKind::Modify);
  EXPECT_EQ(last.n, 8);
  EXPECT_EQ(last.old, 7);
  EXPECT_EQ(store.state().pending_events, 0U);
  EXPECT_EQ(store.state().delivered, 5U);
}

TEST(Deliverer, WhatTheConditionRefusesCostsNoRow) {
  SyncStore store;
  store.put("a", -1);
  store.put("a", -2);
  EXPECT_EQ(store.rows(), 0U);
  store.put("a", 1);
  store.put("a", 1);  // Changes nothing.
  EXPECT_EQ(store.rows(), 1U);
}

TEST(Deliverer, ARefusedEventHoldsBackItsItemAndNoOther) {
  SyncStore store;
  bool is_refused = true;
  store.courier.answer = [&](const auto& told) {
    return is_refused && told.item == "a" ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  for (int n = 1; n <= 3; ++n) {
    store.put("a", n);
    store.put("b", n);
  }
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"b", {1, 2, 3}}}));
  const auto status = store.status();
  ASSERT_EQ(status.held.size(), 1U);
  EXPECT_EQ(status.held.front().events, 3U);
  EXPECT_EQ(status.held.front().item.error, "HTTP 422");
  EXPECT_EQ(status.state.failures, 0U);
  store.put("a", 4);
  is_refused = false;
  store.deliver();
  EXPECT_FALSE(store.courier.numbers().contains("a")) << "before its time";
  store.pass(2h);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {1, 2, 3, 4}}, {"b", {1, 2, 3}}}));
  EXPECT_EQ(store.status().held_items, 0U);
}

TEST(Deliverer, ADeadLetterWaitsForAPerson) {
  SyncStore store;
  store.courier.answer = [&](const auto& told) {
    return told.n == 1 ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.put("a", 1);
  store.put("a", 2);
  for (int tries = 0; tries < 10; ++tries) {
    store.deliver();
    store.pass(1h);
  }
  auto status = store.status();
  ASSERT_EQ(status.dead_items, 1U);
  EXPECT_EQ(status.held.front().item.tries, 3U);
  EXPECT_TRUE(store.courier.taken().empty());
  EXPECT_EQ(sync_wait(retry_held(store.engine(), *store.plan(), {})).value(), 1U);
  store.deliver();
  EXPECT_EQ(store.status().held.front().item.tries, 1U);
  const std::uint64_t stamp = status.held.front().stamp;
  EXPECT_FALSE(sync_wait(skip_held(store.engine(), *store.plan(), stamp + 1)).ok());
  EXPECT_EQ(sync_wait(skip_held(store.engine(), *store.plan(), stamp)).value(), 1U);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {2}}}));
  EXPECT_EQ(store.state().skipped, 1U);
  EXPECT_EQ(store.status().held_items, 0U);
}

TEST(Deliverer, ATargetThatIsDownLosesNothing) {
  SyncStore store;
  bool is_down = true;
  store.courier.answer = [&](const auto&) {
    return is_down ? Receipt{.kind = Receipt::Kind::NoAnswer, .error = "refused"}
                   : Receipt{.kind = Receipt::Kind::Taken};
  };
  std::vector<int> all;
  for (int n = 0; n < 200; ++n) {
    store.put("a", n);
    all.push_back(n);
    if (n % 20 == 0) store.pass(30s);
    if (n % 20 == 0) store.turn();
  }
  store.pass(2s);
  store.turn();
  EXPECT_GE(store.state().failures, 3U);
  EXPECT_EQ(store.status().state.pending_events, 200U);
  EXPECT_GT(store.state().retry_at, 0);
  is_down = false;
  store.restart();
  store.pass(10min);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", all}}));
  EXPECT_EQ(store.state().failures, 0U);
  EXPECT_EQ(store.state().pending_events, 0U);
  EXPECT_EQ(store.state().pending_bytes, 0U);
}

TEST(Deliverer, WhatTheTargetCannotDoIsRefusedOnceItTakesOthers) {
  SyncStore store;
  store.courier.answer = [&](const auto& told) {
    return told.item == "a" ? busy() : Receipt{.kind = Receipt::Kind::Taken};
  };
  for (int n = 1; n <= 20; ++n) {
    store.put("a", n);
    store.put("b", n);
    store.put("c", n);
  }
  for (int round = 0; round < 6; ++round) {
    store.deliver();
    store.pass(10min);
  }
  const auto numbers = store.courier.numbers();
  EXPECT_EQ(numbers.at("b").size(), 20U);
  EXPECT_EQ(numbers.at("c").size(), 20U);
  EXPECT_EQ(store.status().held_items, 1U);
  // Whether it is the event or the target is found out anew each time that it is tried.
  store.put("b", 21);
  for (int round = 0; round < 6; ++round) {
    store.pass(10min);
    store.deliver();
  }
  EXPECT_EQ(store.courier.numbers().at("b").size(), 21U);
  EXPECT_EQ(store.status().held.front().events, 20U) << "none of them was taken or given up";
}

// It is not known whether the target has taken it: then it is told again, under the same id.
TEST(Deliverer, TellsAgainUnderTheSameIdWhatACrashHasCutOff) {
  SyncStore store;
  store.put("a", 1);
  store.turn();  // Delivered, and not settled.
  ASSERT_EQ(store.courier.taken().size(), 1U);
  store.restart();
  store.put("a", 2);
  store.deliver();
  const auto taken = store.courier.taken();
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0], taken[1]);
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {1, 2}}}));
}

TEST(Deliverer, StopsWhereTheTargetIsGoneUntilAPersonResumesIt) {
  SyncStore store;
  bool is_gone = true;
  store.courier.answer = [&](const auto&) {
    return Receipt{.kind = is_gone ? Receipt::Kind::Gone : Receipt::Kind::Taken, .error = "410"};
  };
  store.put("a", 1);
  store.deliver();
  EXPECT_EQ(store.state().mode, SyncMode::Stopped);
  is_gone = false;
  store.pass(24h);
  store.deliver();
  EXPECT_TRUE(store.courier.taken().empty());
  ASSERT_TRUE(sync_wait(set_mode(store.engine(), *store.plan(), SyncMode::Running)).ok());
  store.deliver();
  EXPECT_EQ(store.courier.taken().size(), 1U);
}

TEST(Deliverer, CountsAsLostWhatHasWaitedForTooLong) {
  SyncStore store;
  store.courier.answer = [&](const auto&) { return busy(); };
  store.put("a", 1);
  store.put("b", 1);
  store.deliver();
  store.pass(6 * 24h);
  store.put("b", 2);
  store.pass(25h);
  store.courier.answer = {};
  ASSERT_TRUE(sync_wait(set_mode(store.engine(), *store.plan(), SyncMode::Paused)).ok());
  const auto turn = store.turn();
  EXPECT_NE(turn.complaint.find("2 events were given up"), std::string::npos) << turn.complaint;
  EXPECT_EQ(store.state().lost, 2U);
  EXPECT_EQ(store.status().state.pending_events, 1U);
  ASSERT_TRUE(sync_wait(set_mode(store.engine(), *store.plan(), SyncMode::Running)).ok());
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"b", {2}}}));
}

TEST(Deliverer, GivesUpWhatWaitsBehindADeadLetterForTooLong) {
  SyncStore store;
  store.courier.answer = [&](const auto& told) {
    return told.item == "a" ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.put("a", 1);
  store.put("a", 2);
  store.deliver();
  store.pass(8 * 24h);
  store.deliver();
  EXPECT_EQ(store.state().lost, 2U);
  EXPECT_EQ(store.status().held_items, 0U);
}

TEST(Deliverer, KeepsNoMoreThanItsBytes) {
  std::string text(kTasks);
  text += "    keep: {bytes: 1KB, delivered: 1h}\n";
  SyncStore store(text);
  store.courier.answer = [&](const auto&) { return busy(); };
  for (int n = 0; n < 100; ++n) store.put("a", n);
  store.deliver();
  EXPECT_GT(store.state().lost, 50U);
  EXPECT_LE(store.state().pending_bytes, 1024U);
  EXPECT_EQ(store.state().lost + store.state().pending_events, 100U);
}

TEST(Deliverer, ReplaysFromAMomentAndForgetsWhatIsOld) {
  std::string text(kTasks);
  text += "    keep: {delivered: 1h}\n";
  SyncStore store(text);
  const auto now_ms = [&] {
    return std::chrono::floor<std::chrono::milliseconds>(store.clock().wall_now())
        .time_since_epoch()
        .count();
  };
  store.put("a", 1);
  store.deliver();
  store.pass(10min);
  const std::int64_t middle = now_ms();
  store.put("a", 2);
  store.put("a", 3);
  store.deliver();
  const auto first = sync_wait(replay(store.engine(), *store.plan(), middle));
  ASSERT_TRUE(first.ok()) << first.error().message();
  store.deliver();
  ASSERT_EQ(store.courier.taken().size(), 5U);
  EXPECT_EQ(store.courier.taken()[3], store.courier.taken()[1]) << "the same id again";
  ASSERT_TRUE(sync_wait(replay(store.engine(), *store.plan(), {})).ok());
  store.deliver();
  EXPECT_EQ(store.courier.taken().size(), 8U);
  store.pass(55min);
  store.deliver();
  EXPECT_EQ(store.status().replay_from, middle) << "the first one is gone";
  EXPECT_FALSE(sync_wait(replay(store.engine(), *store.plan(), middle - 60'000)).ok());
  store.pass(1h);
  store.deliver();
  EXPECT_EQ(store.rows(), 1U) << "only its state";
}

// Whatever a target does and whoever delivers: each item's events come in their order and none is
// missing.
TEST(Deliverer, TellsEverythingInOrderToATargetThatFailsAtRandom) {
  constexpr std::uint64_t kSeed = 20261118;
  SCOPED_TRACE(kSeed);
  SeededRandom random(kSeed);
  SyncStore store;
  bool is_well = false;
  store.courier.answer = [&](const auto&) {
    const auto chance = is_well ? 100 : random.below(100);
    if (chance < 10) return refusing();
    if (chance < 15) return busy();
    if (chance < 20) return Receipt{.kind = Receipt::Kind::NoAnswer, .error = "closed"};
    return Receipt{.kind = Receipt::Kind::Taken};
  };
  Numbers written;
  for (int n = 0; n < 2000; ++n) {
    const std::string item = std::to_string(random.below(40));
    store.put(item, n);
    written[item].push_back(n);
    if (random.below(10) == 0) store.turn();
    if (random.below(20) == 0) store.pass(std::chrono::seconds(random.below(30)));
    if (random.below(100) == 0) store.restart();
    if (random.below(100) == 0) {
      static_cast<void>(sync_wait(retry_held(store.engine(), *store.plan(), {})));
    }
  }
  is_well = true;
  for (int round = 0; round < 30; ++round) {
    static_cast<void>(sync_wait(retry_held(store.engine(), *store.plan(), {})));
    store.deliver();
    store.pass(2h);
  }
  EXPECT_EQ(store.courier.numbers(), written);
  EXPECT_EQ(store.status().held_items, 0U);
  EXPECT_EQ(store.state().pending_events, 0U);
  EXPECT_EQ(store.state().lost, 0U);
}

}  // namespace
}  // namespace partita::syncs
