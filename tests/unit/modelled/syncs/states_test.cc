#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "sync_store.h"

// A target that has states: the newest one of each item counts.

namespace partita::syncs {
namespace {

using namespace std::chrono_literals;
using Numbers = std::map<std::string, std::vector<int>>;

std::string states_model(const std::string& more = "when: not exists(n) or n >= 0") {
  return "format: 1\n"
         "model: m\n"
         "version: 1\n"
         "tables: {t: {name: t, key: {partition: pk}}}\n"
         "entities:\n"
         "  Task:\n"
         "    match: {kind: task}\n"
         "    key: {pk: '{id}'}\n"
         "    attributes:\n"
         "      id: {type: string}\n"
         "      kind: {type: const, value: task}\n"
         "      n: {type: int}\n"
         "sync:\n"
         "  told:\n"
         "    of: Task\n"
         "    to: {kind: bulk, url: 'http://127.0.0.1:1/', index: tasks}\n"
         "    tries: 3\n"
         "    " +
         more + "\n";
}

TEST(SyncedStates, OnlyTheNewestOfAnItemIsTold) {
  SyncStore store(states_model());
  for (int n = 1; n <= 9; ++n) store.put("a", n);
  store.put("b", 1);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {9}}, {"b", {1}}}));
  EXPECT_EQ(store.state().pending_events, 0U);
  EXPECT_EQ(store.state().pending_bytes, 0U);
  store.put("a", 10);
  store.remove("a");
  store.deliver();
  EXPECT_EQ(store.courier.taken().back().kind, EventKind::Remove);
  EXPECT_EQ(store.courier.taken().size(), 3U);
}

TEST(SyncedStates, WhatTheConditionHoldsOfNoMoreLeavesTheIndex) {
  SyncStore store(states_model());
  store.put("a", 1);
  store.deliver();
  store.put("a", -1);
  store.deliver();
  EXPECT_EQ(store.courier.taken().back().kind, EventKind::Remove);
  EXPECT_EQ(store.courier.taken().size(), 2U);
  store.put("a", -2);
  store.remove("a");
  store.deliver();
  EXPECT_EQ(store.courier.taken().size(), 2U) << "it was not there any more";
  store.put("a", 5);
  store.deliver();
  EXPECT_EQ(store.courier.taken().back().kind, EventKind::Insert);
}

TEST(SyncedStates, ARefusedOneIsReplacedByItsNextOne) {
  SyncStore store(states_model());
  store.courier.answer = [](const auto& told) {
    return told.n < 10 ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.put("a", 1);
  store.put("b", 10);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"b", {10}}}));
  ASSERT_EQ(store.status().held_items, 1U);
  EXPECT_EQ(store.state().pending_events, 0U);
  store.put("a", 2);
  store.put("a", 3);
  store.deliver();
  const auto status = store.status();
  ASSERT_EQ(status.held.size(), 1U);
  EXPECT_EQ(status.held.front().events, 1U) << "the older ones are of no use any more";
  EXPECT_EQ(status.held.front().item.tries, 1U);
  store.put("a", 10);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {10}}, {"b", {10}}}));
  EXPECT_EQ(store.status().held_items, 0U);
  EXPECT_TRUE(sync_wait(read_held_items(store.engine(), store.plan()->ref())).value().empty());
}

TEST(SyncedStates, ADeadLetterHoldsBackNothing) {
  SyncStore store(states_model());
  store.courier.answer = [](const auto& told) {
    return told.n < 10 ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.put("a", 1);
  for (int tries = 0; tries < 6; ++tries) {
    store.deliver();
    store.pass(1h);
  }
  ASSERT_EQ(store.status().dead_items, 1U);
  EXPECT_EQ(store.status().held.front().item.tries, 3U);
  store.put("a", 11);
  store.deliver();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {11}}}));
  EXPECT_EQ(store.status().held_items, 0U);
}

TEST(SyncedStates, ADeadLetterCanBeTriedAgainAndGivenUp) {
  SyncStore store(states_model());
  bool is_refused = true;
  store.courier.answer = [&](const auto&) {
    return is_refused ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.put("a", 1);
  store.put("b", 1);
  for (int tries = 0; tries < 6; ++tries) {
    store.deliver();
    store.pass(1h);
  }
  ASSERT_EQ(store.status().dead_items, 2U);
  const std::uint64_t first = store.status().held.front().stamp;
  EXPECT_EQ(sync_wait(skip_held(store.engine(), *store.plan(), first)).value(), 1U);
  store.deliver();
  EXPECT_EQ(store.status().held_items, 1U);
  EXPECT_EQ(store.state().skipped, 1U);
  is_refused = false;
  EXPECT_EQ(sync_wait(retry_held(store.engine(), *store.plan(), {})).value(), 1U);
  store.deliver();
  EXPECT_EQ(store.status().held_items, 0U);
  EXPECT_EQ(store.courier.taken().size(), 1U);
}

TEST(SyncedStates, WhatIsGivenUpWhileItIsToldStaysGivenUp) {
  SyncStore store(states_model());
  store.courier.answer = [](const auto&) { return refusing(); };
  store.put("a", 1);
  store.deliver();
  const std::uint64_t stamp = store.status().held.front().stamp;
  store.pass(1h);
  store.turn();  // It is refused again; that is not settled yet.
  EXPECT_EQ(sync_wait(skip_held(store.engine(), *store.plan(), stamp)).value(), 1U);
  store.deliver();
  EXPECT_EQ(store.status().held_items, 0U);
  EXPECT_EQ(store.state().skipped, 1U);
}

// The target takes what it can of a request.
TEST(SyncedStates, WhatWasTakenOfARequestIsSettledAlthoughTheTargetIsBusy) {
  SyncStore store(states_model("lanes: 1"));
  bool is_busy = true;
  store.courier.answer = [&](const auto& told) {
    return is_busy && told.item == "b" ? busy() : Receipt{.kind = Receipt::Kind::Taken};
  };
  store.courier.tells_parts = true;
  for (const char* id : {"a", "b", "c"}) store.put(id, 1);
  store.turn();
  store.turn();
  EXPECT_EQ(store.courier.numbers(), (Numbers{{"a", {1}}, {"c", {1}}}));
  EXPECT_EQ(store.state().pending_events, 1U);
  EXPECT_EQ(store.state().failures, 1U);
  is_busy = false;
  store.pass(1h);
  store.deliver();
  EXPECT_EQ(store.courier.taken().size(), 3U) << "none of them was told twice";
  EXPECT_EQ(store.state().pending_events, 0U);
}

TEST(SyncedStates, ACrashTellsAgainAndNeverAnOlderOneLast) {
  SyncStore store(states_model());
  for (int n = 0; n < 40; ++n) {
    store.put(n % 2 == 0 ? "a" : "b", n);
    if (n % 3 == 0) store.turn();
    if (n % 5 == 0) store.restart();
  }
  store.deliver();
  const auto numbers = store.courier.numbers();
  for (const auto& [item, told] : numbers) {
    EXPECT_TRUE(std::ranges::is_sorted(told)) << item;
    EXPECT_EQ(told.back(), item == "a" ? 38 : 39);
  }
  EXPECT_EQ(store.state().pending_events, 0U);
}

TEST(SyncedStates, OneBadDocumentOfARequestIsFoundByHalves) {
  SyncStore store(states_model("lanes: 1"));
  int requests = 0;
  store.courier.before_request = [&] { ++requests; };
  store.courier.refuses_whole = true;
  store.courier.answer = [](const auto& told) {
    return told.item == "77" ? refusing() : Receipt{.kind = Receipt::Kind::Taken};
  };
  for (int item = 0; item < 128; ++item) store.put(std::to_string(item), 1);
  store.turn();
  store.turn();
  EXPECT_EQ(store.courier.taken().size(), 127U);
  EXPECT_EQ(store.status().held_items, 1U);
  EXPECT_LE(requests, 16);
}

}  // namespace
}  // namespace partita::syncs
