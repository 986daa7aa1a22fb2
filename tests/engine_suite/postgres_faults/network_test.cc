#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "engine_suite/postgres_faults/writers.h"
#include "support/postgres/postgres_cluster.h"
#include "support/postgres/tcp_proxy.h"

// A network between engine and server that is slow, stands still, or is cut in the middle of a
// message.
namespace partita::engine {
namespace {

using namespace std::chrono_literals;
using partita::testing::PostgresCluster;
using partita::testing::TcpProxy;
using Way = TcpProxy::Way;

class PostgresNetwork : public ::testing::Test {
 protected:
  // Only the test folds: what it counts is its own.
  PostgresOptions through_proxy() const {
    return {.address =
                fmt::format("postgresql://partita@127.0.0.1:{}/postgres?options=-csearch_path%3D{}",
                            proxy_.port(), schema_),
            .patience = 1'500ms,
            .fold_interval = 0ms};
  }

  PostgresCluster cluster_;
  TcpProxy proxy_{cluster_.socket()};
  const std::string schema_ = cluster_.new_schema();
};

// One write for each place at which its connection may break.
class BrokenWrites {
 public:
  BrokenWrites(Engine& engine, TcpProxy& proxy) : engine_(engine), proxy_(proxy) {}

  void write(Way way, std::size_t bytes) {
    // Now there is a connection to be cut.
    while (kind_of(put_if_absent(fmt::format("warm {}", ++warm_)))) continue;
    const std::string key = fmt::format("key {} {}", way == Way::ToServer ? 'a' : 'b', bytes);
    proxy_.count(way, bytes, TcpProxy::Then::Cut);
    told_[key] = kind_of(put_if_absent(key));
    proxy_.count_no_more();
  }
  const std::map<std::string, std::optional<ErrorKind>>& told() const { return told_; }

 private:
  Status put_if_absent(const std::string& key) {
    const auto body = [&](Transaction& transaction) -> Task<Status> {
      const ByteView keys[] = {key};
      Status read = co_await transaction.get(keys, [](std::size_t, std::optional<ByteView>) {});
      CO_TRY(read);
      transaction.put(key, "value");
      transaction.append("log ", key);
      co_return Status{};
    };
    return sync_wait(run(engine_, body));
  }

  Engine& engine_;
  TcpProxy& proxy_;
  int warm_ = 0;
  std::map<std::string, std::optional<ErrorKind>> told_;
};

TEST_F(PostgresNetwork, TellsTheTruthWhereverInAMessageAConnectionIsCut) {
  const auto direct = opened_store({.address = cluster_.address(schema_)});
  const auto engine = opened_store(through_proxy());
  BrokenWrites writes(*engine, proxy_);
  for (const Way way : {Way::ToServer, Way::ToClient}) {
    for (std::size_t bytes = 0; bytes < 480; bytes += 20) writes.write(way, bytes);
  }
  std::map<std::string, int> seen;
  for (const auto& [key, failure] : writes.told()) {
    const bool is_there = get(*direct, key).has_value();
    if (!failure) {
      ++seen["acknowledged"];
      EXPECT_TRUE(is_there) << key << " was acknowledged";
    } else if (*failure == ErrorKind::Unknown) {
      ++seen[is_there ? "unknown, done" : "unknown, not done"];
    } else {
      ++seen["refused"];
      EXPECT_EQ(*failure, ErrorKind::Unavailable) << key;
      EXPECT_FALSE(is_there) << key << " was refused";
    }
  }
  // The places were those that matter.
  EXPECT_EQ(seen.size(), 4u) << ::testing::PrintToString(seen);
}

TEST_F(PostgresNetwork, LosesNothingAcknowledgedOnASlowOne) {
  proxy_.delay(4ms);
  const auto engine = opened_store(through_proxy());
  Writers writers(*engine);
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
  EXPECT_EQ(writers.refused(), 0);
}

TEST_F(PostgresNetwork, LosesNothingAcknowledgedWhenItStandsStill) {
  const auto engine = opened_store(through_proxy());
  Writers writers(*engine);
  writers.wait_for(50);
  proxy_.stall();
  writers.wait_for_refusals(static_cast<int>(kWriters));
  proxy_.go_on();
  writers.wait_for(100);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

TEST_F(PostgresNetwork, LosesNothingAcknowledgedWhenItIsCutAgainAndAgain) {
  const auto engine = opened_store(through_proxy());
  Writers writers(*engine);
  for (int round = 0; round < 15; ++round) {
    writers.wait_for(20);
    proxy_.cut();
  }
  writers.wait_for(50);
  writers.stop();
  EXPECT_EQ(listing(writers.violations()), listing({}));
}

// What was prepared in one session is not known in another one.
TEST_F(PostgresNetwork, PreparesAnewWhenItIsGivenOtherSessions) {
  const auto engine = opened_store(through_proxy());
  ASSERT_TRUE(put(*engine, "key", "1").ok());
  proxy_.swap_sessions(cluster_.address(schema_));
  EXPECT_EQ(kind_of(put(*engine, "key", "2")), ErrorKind::Unavailable);
  while (!put(*engine, "key", "3").ok()) continue;
  EXPECT_EQ(get_at_last(*engine, "key"), "3");
}

// Whoever opens connections must not wait for ever for a server that lets him in and then says
// nothing more: that one may be gone, and another one be there.
TEST_F(PostgresNetwork, DoesNotWaitForAServerThatFallsSilentWhileAConnectionIsOpened) {
  auto engine = opened_store(through_proxy());
  ASSERT_TRUE(put(*engine, "key", "value").ok());
  // It has let the client in by then, and has not said all of what it is asked first.
  proxy_.count(Way::ToClient, 440, TcpProxy::Then::Stall);
  proxy_.cut();
  while (engine->write_availability().reason.find("does not answer") == std::string::npos) {
    EXPECT_NE(kind_of(put(*engine, "key", "other")), std::nullopt);
  }
  proxy_.go_on();
  while (!put(*engine, "key", "third").ok()) continue;
  EXPECT_EQ(get_at_last(*engine, "key"), "third");
}

}  // namespace
}  // namespace partita::engine
