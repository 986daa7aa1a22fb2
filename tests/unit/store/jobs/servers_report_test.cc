// Who sees whom: which servers a store has, as one of them tells it.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "store/jobs/leases.h"
#include "support/engines/server_engine.h"

namespace partita::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct ReportingServer {
  ReportingServer(const std::shared_ptr<engine::Engine>& store, ServerFacts facts)
      : engine(store), leases(engine, clock, random, std::move(facts)) {}

  void beat() { ASSERT_TRUE(sync_wait(leases.beat()).ok()); }
  void pass(int beats) {
    for (int i = 0; i < beats; ++i) {
      clock.advance(Leases::kBeat);
      beat();
    }
  }
  bool take(const std::string& lane) { return sync_wait(leases.take(lane)).value().is_held; }
  ServersReport report() const { return sync_wait(leases.report()).value(); }

  ManualClock clock;
  SystemRandom random;
  testing::ServerEngine engine;
  Leases leases;
};

class ServersReportTest : public ::testing::Test {
 protected:
  ServersReportTest() {
    b_.clock.advance(seconds(60));  // It has begun later.
    a_.beat();
    b_.beat();
  }
  // As another program, of whatever version, has written it.
  void put_row(const Bytes& key, const Bytes& value) {
    const auto body = [&](engine::Transaction& transaction) {
      transaction.put(Bytes(key), Bytes(value));
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*store_, body)).ok());
  }
  static ServerFacts facts(std::string address, int started) {
    return {.version = "1.2.3",
            .address = std::move(address),
            .machine = "db1",
            .since = WallTime(seconds(1'700'000'000 + started))};
  }

  std::shared_ptr<engine::Engine> store_ = engine::open_memory_engine();
  ReportingServer a_{store_, facts("http://127.0.0.1:8001", 0)};
  ReportingServer b_{store_, facts("http://127.0.0.1:8002", 60)};
};

TEST_F(ServersReportTest, NamesAllServersWithWhatTheySayOfThemselvesTheOldestFirst) {
  for (const ReportingServer* asked : {&a_, &b_}) {
    const auto report = asked->report();
    EXPECT_TRUE(report.is_shared);
    ASSERT_EQ(report.servers.size(), 2U);
    EXPECT_EQ(report.servers[0].name, a_.leases.server());
    EXPECT_EQ(report.servers[1].name, b_.leases.server());
    EXPECT_EQ(report.servers[0].is_this, asked == &a_);
    EXPECT_EQ(report.servers[1].is_this, asked == &b_);
    const auto& other = report.servers[1].presence.facts;
    EXPECT_EQ(other.version, "1.2.3");
    EXPECT_EQ(other.address, "http://127.0.0.1:8002");
    EXPECT_EQ(other.machine, "db1");
    EXPECT_EQ(other.since, WallTime(seconds(1'700'000'060)));
  }
}

TEST_F(ServersReportTest, SaysWhoHoldsWhichLease) {
  ASSERT_TRUE(a_.take("expiry"));
  ASSERT_TRUE(a_.take("backups"));
  ASSERT_TRUE(b_.take("streams"));
  const auto report = b_.report();
  EXPECT_EQ(report.servers[0].lanes, (std::vector<std::string>{"backups", "expiry"}));
  EXPECT_EQ(report.servers[1].lanes, (std::vector<std::string>{"streams"}));
  EXPECT_TRUE(report.free_lanes.empty());
  EXPECT_EQ(a_.leases.figures().held, 2U);
  EXPECT_EQ(b_.leases.figures().held, 1U);
}

TEST_F(ServersReportTest, TellsHowLongAServerIsSilentUntilItsLeasesAreFree) {
  ASSERT_TRUE(a_.take("expiry"));
  a_.beat();
  b_.pass(1);
  EXPECT_EQ(b_.leases.figures().servers, 2U);
  for (int second = 1; second < 5; ++second) {
    b_.clock.advance(milliseconds(500));
    const auto between = b_.report();
    EXPECT_EQ(between.servers[0].silent, seconds(second) - milliseconds(500));
    EXPECT_EQ(between.servers[1].silent, milliseconds(500));
    b_.clock.advance(milliseconds(500));
    b_.beat();
    EXPECT_EQ(b_.report().servers[0].silent, seconds(second));
  }
  b_.pass(1);
  const auto gone = b_.report();
  ASSERT_EQ(gone.servers.size(), 1U);
  EXPECT_EQ(gone.free_lanes, (std::vector<std::string>{"expiry"}));
  EXPECT_EQ(b_.leases.figures().servers, 1U);
  // It was only paused.
  a_.pass(1);
  b_.pass(1);
  EXPECT_EQ(b_.report().servers.size(), 2U);
  EXPECT_EQ(b_.leases.figures().servers, 2U);
}

TEST_F(ServersReportTest, KnowsAServerThatDoesNotComeThroughByItsOwnFigures) {
  EXPECT_EQ(a_.leases.figures().beat_age, seconds(0));
  a_.engine.kill();
  for (int i = 0; i < 7; ++i) {
    a_.clock.advance(Leases::kBeat);
    EXPECT_FALSE(sync_wait(a_.leases.beat()).ok());
  }
  EXPECT_EQ(a_.leases.figures().beat_age, seconds(7));
  EXPECT_FALSE(sync_wait(a_.leases.report()).ok());
}

TEST_F(ServersReportTest, CountsCommandsBesideTheServersAsNone) {
  ReportingServer command(store_, {.version = "1.2.3", .machine = "db1"});
  command.beat();
  a_.pass(1);
  EXPECT_EQ(a_.leases.figures().servers, 2U);
  EXPECT_EQ(a_.report().servers.size(), 3U);
}

// The presence of a version that stores nothing but the beat, and of one that stores more than we
// know: both are servers, whose leases they keep.
TEST_F(ServersReportTest, ReadsTheRowsOfOtherVersions) {
  const std::string older = "00000000000000aa";
  const std::string newer = "00000000000000bb";
  put_row(presence_key(older), Bytes(8, '\1'));
  put_row(lease_key("of older"), encode_lease(make_fence(older, 7), false));
  Bytes more = encode_presence({.beat = 5, .facts = facts("http://127.0.0.1:8003", 90)});
  more.append("\xC8\x03new");
  put_row(presence_key(newer), more);
  put_row(lease_key("of newer"), encode_lease(make_fence(newer, 8), false));
  a_.pass(1);
  EXPECT_EQ(a_.leases.figures().servers, 4U);
  EXPECT_FALSE(a_.take("of older"));
  EXPECT_FALSE(a_.take("of newer"));
  const auto report = a_.report();
  ASSERT_EQ(report.servers.size(), 4U);
  EXPECT_EQ(report.servers[0].name, older) << "nobody knows since when, so it comes first";
  EXPECT_FALSE(report.servers[0].presence.has_facts);
  EXPECT_EQ(report.servers[0].lanes, (std::vector<std::string>{"of older"}));
  EXPECT_EQ(report.servers[3].name, newer);
  EXPECT_EQ(report.servers[3].presence.facts.address, "http://127.0.0.1:8003");
  EXPECT_EQ(report.servers[3].lanes, (std::vector<std::string>{"of newer"}));
}

TEST(ServerPresence, ThatIsCutOffAnywhereIsReadAsFarAsItGoes) {
  const Bytes whole = encode_presence({.beat = 5,
                                       .facts = {.version = "1.2.3",
                                                 .address = "http://[::1]:8000",
                                                 .machine = "db1",
                                                 .since = WallTime(seconds(1'700'000'000))}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ServerPresence presence = decode_presence(ByteView(whole).substr(0, size));
    EXPECT_EQ(presence.beat, size < 8 ? 0U : 5U);
    EXPECT_FALSE(presence.facts.since) << size;
  }
  const ServerPresence presence = decode_presence(whole);
  EXPECT_EQ(presence.facts.machine, "db1");
  EXPECT_EQ(presence.facts.since, WallTime(seconds(1'700'000'000)));
}

TEST(ServerPresence, CutsWhatIsTooLong) {
  const Bytes row =
      encode_presence({.facts = {.address = std::string(1'000, 'a'), .machine = "m"}});
  const ServerPresence presence = decode_presence(row);
  EXPECT_EQ(presence.facts.address, std::string(200, 'a'));
  EXPECT_EQ(presence.facts.machine, "m");
}

TEST(ServersReport, OfAStoreThatIsNotSharedHasOneServerAndAsksNobody) {
  const auto store = engine::open_memory_engine();
  const ManualClock clock;
  SystemRandom random;
  const Leases leases(*store, clock, random, {.version = "1.2.3"});
  const auto report = sync_wait(leases.report()).value();
  EXPECT_FALSE(report.is_shared);
  ASSERT_EQ(report.servers.size(), 1U);
  EXPECT_EQ(report.servers[0].name, leases.server());
  EXPECT_EQ(report.servers[0].presence.facts.version, "1.2.3");
  EXPECT_EQ(leases.figures().servers, 1U);
}

}  // namespace
}  // namespace partita::jobs
