#include "wire/server/connection_state.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace partita::server {
namespace {

using enum ConnectionState;

const std::vector<ConnectionState> kAll = {
    Handshaking, Idle, ReadingHead, ReadingBody, Answering, Draining, Lingering, Abandoned, Closed};

std::set<ConnectionState> next_of(ConnectionState from) {
  std::set<ConnectionState> next;
  for (const auto to : kAll) {
    if (may_follow(from, to)) next.insert(to);
  }
  return next;
}

TEST(ConnectionState, HasTheStepsOfItsTableOnly) {
  using States = std::set<ConnectionState>;
  EXPECT_EQ(next_of(Handshaking), (States{Idle, Draining, Closed}));
  EXPECT_EQ(next_of(Idle), (States{Idle, ReadingHead, ReadingBody, Answering, Draining, Closed}));
  EXPECT_EQ(next_of(ReadingHead), (States{ReadingBody, Answering, Draining, Closed}));
  EXPECT_EQ(next_of(ReadingBody), (States{Answering, Draining, Closed}));
  EXPECT_EQ(next_of(Answering), (States{Idle, Draining, Abandoned}));
  EXPECT_EQ(next_of(Draining), (States{Lingering, Closed}));
  EXPECT_EQ(next_of(Lingering), States{Closed});
  EXPECT_EQ(next_of(Abandoned), States{Closed});
  EXPECT_EQ(next_of(Closed), States{});
}

TEST(ConnectionState, NeverLeavesItsEnd) {
  for (const auto from : kAll) {
    for (const auto to : next_of(from)) {
      EXPECT_TRUE(!is_ending(from) || is_ending(to));
      EXPECT_TRUE(!is_closed(from) || is_closed(to));
    }
  }
}

TEST(ConnectionState, EveryStateIsReachedAndEndsClosed) {
  std::set<ConnectionState> reached = {Handshaking};
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    for (const auto from : std::set(reached)) reached.merge(next_of(from));
  }
  EXPECT_EQ(reached.size(), kAll.size());
  for (const auto from : kAll) EXPECT_TRUE(from == Closed || !next_of(from).empty());
}

}  // namespace
}  // namespace partita::server
