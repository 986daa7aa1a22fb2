// What a person sees who starts and stops the program.

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "database/store.h"
#include "partita/base/clock.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

class StartAndStop : public ProgramTest {
 protected:
  std::unique_ptr<engine::Engine> open_engine() const {
    database::RocksdbStore store;
    store.directory = data();
    return database::open_engine(store).value();
  }

  std::string health(const ServerProcess& server) { return server.client().get("/health").body; }
};

TEST_F(StartAndStop, AStartSaysInOneLineWhereAndHow) {
  ServerProcess server(serve());
  ASSERT_NE(server.port(), 0);
  const std::string state = health(server);
  EXPECT_TRUE(
      state.starts_with("{\"status\":\"ok\",\"engine\":\"rocksdb\",\"durability\":\"synced\","
                        "\"writes\":\"accepted\",\"server\":\""))
      << state;
  EXPECT_TRUE(state.ends_with("\",\"servers\":1}\n")) << state;
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_TRUE(server.output().starts_with("partita ")) << server.output();
  EXPECT_NE(server.output().find(", data in " + data() +
                                 " (RocksDB, every write synced); no access keys: any signature is "
                                 "accepted\n"),
            std::string::npos)
      << server.output();
  EXPECT_EQ(server.errors(), "");
}

TEST_F(StartAndStop, AStopSaysInOneLineHowItWent) {
  ServerProcess server(serve());
  ASSERT_NE(server.port(), 0);
  health(server);
  health(server);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  const auto line = server.output().find("\npartita stopped in order after ");
  ASSERT_NE(line, std::string::npos) << server.output();
  EXPECT_TRUE(server.output().ends_with(": 2 requests answered\n")) << server.output();
}

TEST_F(StartAndStop, AStartThatFailsLeavesNoData) {
  expect_failure(run(serve({"--models", file("nowhere")})), 1, "nowhere");
  EXPECT_FALSE(std::filesystem::exists(data()));
  expect_failure(run(serve({"--encryption-key-file", file("no.key")})), 1, "no.key");
  EXPECT_FALSE(std::filesystem::exists(data()));
}

TEST_F(StartAndStop, BothSignalsEndItCleanlyInTimeWithClientsConnected) {
  for (const int signal : {SIGTERM, SIGINT}) {
    ServerProcess server(serve());
    auto idle = server.client();
    ASSERT_EQ(idle.get("/health").status, 200);
    auto half = server.client();
    half.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n");
    const auto begun = Clock::system().monotonic_now();
    server.signal(signal);
    EXPECT_EQ(server.wait(), 0);
    EXPECT_LT(Clock::system().monotonic_now() - begun, 5s);
  }
}

TEST_F(StartAndStop, DataIsStillThereAfterAServerHasRunOnIt) {
  {
    const auto engine = open_engine();
    const auto transaction = engine->begin();
    transaction->put("key", "value");
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }
  for (const int signal : {SIGTERM, SIGKILL}) {
    ServerProcess server(serve());
    ASSERT_EQ(server.client().get("/health").status, 200);
    server.signal(signal);
    server.wait();
  }
  std::string found;
  const ByteView key = "key";
  const auto visit = [&](std::size_t, std::optional<ByteView> value) {
    found = value.value_or("");
  };
  ASSERT_TRUE(sync_wait(open_engine()->get({&key, 1}, visit)).ok());
  EXPECT_EQ(found, "value");
  const auto checked = run({"check", "--data", data()});
  EXPECT_EQ(checked.exit_code, 0);
  // The test's own, the last date, and the secret that the server signs page tokens with.
  EXPECT_NE(checked.output.find("3 rows with 76 bytes"), std::string::npos) << checked.output;
}

TEST_F(StartAndStop, ASecondServerOnTheSameDataIsRefusedAndNamesTheFirst) {
  const ServerProcess first(serve());
  ASSERT_NE(first.port(), 0);
  expect_failure(run(serve()), 1, "in use by process " + std::to_string(first.process()));
}

TEST_F(StartAndStop, APortInUseIsNamedAndTheDataIsNotTouched) {
  const ServerProcess first({"serve", "--memory", "--listen", "127.0.0.1:0"});
  ASSERT_NE(first.port(), 0);
  const auto address = "127.0.0.1:" + std::to_string(first.port());
  expect_failure(run({"serve", "--listen", address, "--data", data()}), 1, address);
  EXPECT_FALSE(std::filesystem::exists(data()));
}

TEST_F(StartAndStop, AddressesThatOthersCanReachAreRefused) {
  for (const char* address : {"0.0.0.0:0", "[::]:0", "192.0.2.1:0"}) {
    const auto outcome = run({"serve", "--listen", address, "--data", data()});
    expect_failure(outcome, 78, "needs access keys");
  }
  EXPECT_FALSE(std::filesystem::exists(data()));
}

TEST_F(StartAndStop, ADirectoryThatIsNotOursIsRefused) {
  std::filesystem::create_directories(data() + "/someone-elses");
  expect_failure(run(serve()), 1, "not a data directory of partita");
  expect_failure(run({"serve", "--listen", "127.0.0.1:0", "--data", "/proc/nowhere"}), 1,
                 "/proc/nowhere");
}

TEST_F(StartAndStop, RelaxedDurabilityIsWarnedOf) {
  ServerProcess server(serve({"--durability", "relaxed"}));
  EXPECT_NE(health(server).find("\"durability\":\"relaxed\""), std::string::npos);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(server.errors().find("warning: durability is relaxed"), std::string::npos);
  EXPECT_NE(server.output().find("relaxed durability"), std::string::npos);
}

TEST_F(StartAndStop, AMemoryServerMakesNoFiles) {
  const ServerProcess server({"serve", "--memory", "--listen", "127.0.0.1:0"});
  EXPECT_NE(health(server).find("\"engine\":\"memory\",\"durability\":\"none\""),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists("partita-data"));
}

TEST_F(StartAndStop, OnAFullDiskItServesReadsAndSaysWhy) {
  { ASSERT_NE(open_engine(), nullptr); }
  ServerProcess server(serve({"--low-water", "1000000000"}));
  const auto answer = server.client().get("/health");
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.body.find("\"status\":\"read-only\""), std::string::npos) << answer.body;
  EXPECT_NE(answer.body.find("\"reason\":\""), std::string::npos) << answer.body;
  EXPECT_EQ(server.client().get("/api/").status, 200);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(server.errors().find("warning: writes are refused: "), std::string::npos);
}

TEST_F(StartAndStop, CheckReportsDamageAndWhatIsNotThere) {
  expect_failure(run({"check", "--data", data()}), 1, "there is no data");
  EXPECT_FALSE(std::filesystem::exists(data()));
  { ASSERT_NE(open_engine(), nullptr); }
  const auto report = run({"check", "--json", "--data", data()});
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(report.output, "{\"directory\":\"" + data() +
                               "\",\"status\":\"ok\",\"rows\":0,\"row_bytes\":0,"
                               "\"writes\":\"accepted\",\"disagreements\":0,\"first\":[],"
                               "\"not_compared\":[]}\n");
  std::filesystem::remove(data() + "/watermark");
  const auto damaged = run({"check", "--json", "--data", data()});
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_NE(damaged.output.find("\"status\":\"failed\""), std::string::npos) << damaged.output;
}

TEST_F(StartAndStop, EncryptedDataOpensWithItsKeyOnly) {
  const auto key = file("key");
  const auto other = file("other");
  ASSERT_EQ(run({"key", "new", key}).exit_code, 0);
  ASSERT_EQ(run({"key", "new", other}).exit_code, 0);
  expect_failure(run({"key", "new", key}), 1, key);
  ServerProcess server(serve({"--encryption-key-file", key}));
  EXPECT_NE(server.output().find("encrypted"), std::string::npos);
  server.signal(SIGTERM);
  ASSERT_EQ(server.wait(), 0);
  expect_failure(run(serve()), 1, "master key");
  expect_failure(run(serve({"--encryption-key-file", other})), 1, "key");
  expect_failure(run(serve({"--encryption-key-file", file("missing")})), 1, "missing");
  EXPECT_EQ(run({"check", "--data", data(), "--encryption-key-file", key}).exit_code, 0);
}

TEST_F(StartAndStop, KeysAreRotatedWhileNoServerRuns) {
  const auto old_key = file("old");
  const auto new_key = file("new");
  ASSERT_EQ(run({"key", "new", old_key}).exit_code, 0);
  ASSERT_EQ(run({"key", "new", new_key}).exit_code, 0);
  const std::vector<std::string> rotate = {
      "key", "rotate", "--data", data(), "--encryption-key-file", old_key};
  expect_failure(run(rotate), 1, "there is no data");
  {
    ServerProcess server(serve({"--encryption-key-file", old_key}));
    expect_failure(run(rotate), 1, "in use by process");
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0);
  }
  EXPECT_EQ(run(rotate).exit_code, 0);
  auto with_master = rotate;
  with_master.insert(with_master.end(), {"--new-key-file", new_key});
  EXPECT_EQ(run(with_master).exit_code, 0);
  EXPECT_EQ(run({"check", "--data", data(), "--encryption-key-file", new_key}).exit_code, 0);
  expect_failure(run(rotate), 1, "key");
}

}  // namespace
}  // namespace partita::testing
