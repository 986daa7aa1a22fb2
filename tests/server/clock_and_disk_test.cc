// A wrong date, a full disk and other users, as they meet the real program.

#include <fmt/format.h>
#include <signal.h>
#include <sys/statvfs.h>

#include <chrono>
#include <filesystem>

#include "database/store.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "server/api_client.h"
#include "server/program_fixture.h"
#include "store/calendar/last_date.h"

namespace partita::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

class ClockAndDisk : public ProgramTest {
 protected:
  static void stop(ServerProcess& server) {
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << server.errors();
  }
  std::unique_ptr<engine::Engine> open_engine() const {
    database::RocksdbStore store;
    store.directory = data();
    return database::open_engine(store).value();
  }
  // As if the server had seen the last date so long ago, or ahead.
  void move_last_date(std::chrono::nanoseconds by) const {
    const auto engine = open_engine();
    const WallTime date = Clock::system().wall_now() + by;
    ASSERT_TRUE(sync_wait(calendar::write_last_date(*engine, date)).ok());
  }
  // A table with TTL, and items of which each was over yesterday.
  static void put_expired_items(ApiClient& client, int count) {
    create_table(client);
    const auto now = std::chrono::floor<std::chrono::seconds>(Clock::system().wall_now());
    for (int i = 0; i < count; ++i) {
      put(client, fmt::format(R"("pk":{{"S":"{}"}},"ends":{{"N":"{}"}})", i,
                              now.time_since_epoch().count() - 86'400));
    }
  }
  static void create_table(ApiClient& client) {
    const auto created = client.send(
        "CreateTable", R"({"TableName":"Runs",)"
                       R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                       R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                       R"("BillingMode":"PAY_PER_REQUEST"})");
    ASSERT_EQ(created.status, 200) << created.body;
  }
  static void put(ApiClient& client, const std::string& attributes) {
    const auto answer =
        client.send("PutItem", R"({"TableName":"Runs","Item":{)" + attributes + "}}");
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  static void switch_ttl_on(ApiClient& client) {
    const auto answer =
        client.send("UpdateTimeToLive",
                    R"({"TableName":"Runs",)"
                    R"("TimeToLiveSpecification":{"AttributeName":"ends","Enabled":true}})");
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
  static std::string scan_count(ApiClient& client) {
    const auto answer = client.send("Scan", R"({"TableName":"Runs","Select":"COUNT"})");
    const auto begin = answer.body.find("\"Count\":");
    return answer.body.substr(begin, answer.body.find_first_of(",}", begin) - begin);
  }
  static std::string item_count(ApiClient& client) {
    const auto answer = client.send("DescribeTable", R"({"TableName":"Runs"})");
    const auto begin = answer.body.find("\"ItemCount\":");
    return answer.body.substr(begin, answer.body.find_first_of(",}", begin) - begin);
  }
  // Asks until the answer is the wanted one, for half a minute at most.
  template <typename Ask>
  static std::string asked_until(const std::string& wanted, Ask ask) {
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(30);
    std::string answer = ask();
    while (answer != wanted && Clock::system().monotonic_now() < deadline) answer = ask();
    return answer;
  }
};

TEST_F(ClockAndDisk, AStartFarFromTheLastDateDeletesNothingUntilItIsAccepted) {
  constexpr std::string_view kLine = "400 days 0 h after the last one that this database has seen";
  {
    ServerProcess server(serve({"--ttl-interval", "10"}));
    ApiClient client(server.port());
    put_expired_items(client, 20);
    stop(server);
  }
  move_last_date(-hours(24 * 400));
  {
    ServerProcess server(serve({"--ttl-interval", "10"}));
    ApiClient client(server.port());
    switch_ttl_on(client);
    const auto health = server.client().get("/health");
    EXPECT_EQ(health.status, 200) << "reads and writes are not concerned";
    EXPECT_NE(health.body.find(kLine), std::string::npos) << health.body;
    EXPECT_NE(health.body.find("--accept-clock"), std::string::npos) << health.body;
    // Many turns of a sweeper that would delete them all in its first one.
    for (int i = 0; i < 200; ++i) EXPECT_EQ(scan_count(client), "\"Count\":20");
    put(client, R"("pk":{"S":"new"})");
    stop(server);
    EXPECT_NE(server.errors().find(kLine), std::string::npos) << server.errors();
  }
  ServerProcess server(serve({"--ttl-interval", "10", "--accept-clock"}));
  ApiClient client(server.port());
  EXPECT_EQ(asked_until("\"Count\":1", [&] { return scan_count(client); }), "\"Count\":1");
  EXPECT_EQ(server.client().get("/health").body.find("clock"), std::string::npos);
  stop(server);
}

TEST_F(ClockAndDisk, TheDateCanBeAcceptedWhileTheServerRuns) {
  {
    ServerProcess server(serve({"--ttl-interval", "10"}));
    ApiClient client(server.port());
    put_expired_items(client, 3);
    stop(server);
  }
  move_last_date(-hours(24 * 400));
  ServerProcess server(serve({"--ttl-interval", "10"}));
  ApiClient client(server.port());
  switch_ttl_on(client);
  const auto doubted = server.client().get("/api/clock");
  EXPECT_NE(doubted.body.find(R"("state": "doubted")"), std::string::npos) << doubted.body;
  EXPECT_NE(doubted.body.find("POST /api/clock:accept"), std::string::npos) << doubted.body;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(scan_count(client), "\"Count\":3");

  auto person = server.client();
  person.send("POST /api/clock:accept HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  const auto accepted = person.read_answer();
  EXPECT_EQ(accepted.status, 200) << accepted.body;
  EXPECT_NE(accepted.body.find(R"("state": "believed")"), std::string::npos) << accepted.body;
  EXPECT_EQ(asked_until("\"Count\":0", [&] { return scan_count(client); }), "\"Count\":0");
  EXPECT_EQ(server.client().get("/health").body.find("clock"), std::string::npos);
  stop(server);
}

TEST_F(ClockAndDisk, AStartBeforeTheLastDateDeletesNothingEither) {
  {
    ServerProcess server(serve());
    stop(server);
  }
  move_last_date(hours(24 * 10));
  ServerProcess server(serve());
  const auto health = server.client().get("/health");
  EXPECT_NE(health.body.find("before the last one"), std::string::npos) << health.body;
  stop(server);
}

TEST_F(ClockAndDisk, DeletesPassOnADiskThatIsTooFullForOtherWrites) {
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    create_table(client);
    put(client, R"("pk":{"S":"a"})");
    stop(server);
  }
  struct statvfs disk {};
  ASSERT_EQ(::statvfs(data().c_str(), &disk), 0);
  // A quarter more than there is; deletes need half of it.
  const std::uint64_t free_megabytes = disk.f_bavail * disk.f_frsize >> 20;
  const auto mark = std::to_string(free_megabytes + free_megabytes / 4 + 1);
  ServerProcess server(serve({"--low-water", mark}));
  ApiClient client(server.port());
  const auto refused = client.send("PutItem", R"({"TableName":"Runs","Item":{"pk":{"S":"b"}}})");
  EXPECT_GE(refused.status, 500) << refused.body;
  EXPECT_EQ(server.client().get("/health").status, 503);
  const auto deleted = client.send("DeleteItem", R"({"TableName":"Runs","Key":{"pk":{"S":"a"}}})");
  EXPECT_EQ(deleted.status, 200) << deleted.body;
  EXPECT_EQ(scan_count(client), "\"Count\":0");
  const auto gone = client.send("DeleteTable", R"({"TableName":"Runs"})");
  EXPECT_EQ(gone.status, 200) << gone.body;
  stop(server);
}

TEST_F(ClockAndDisk, CountsAreRightAgainAfterACrash) {
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    create_table(client);
    for (int i = 0; i < 150; ++i) put(client, fmt::format(R"("pk":{{"S":"{}"}})", i));
    server.signal(SIGKILL);
    server.wait();
  }
  ServerProcess server(serve());
  ApiClient client(server.port());
  put(client, R"("pk":{"S":"one more"})");
  EXPECT_EQ(asked_until("\"ItemCount\":151", [&] { return item_count(client); }),
            "\"ItemCount\":151");
  stop(server);
}

TEST_F(ClockAndDisk, DataAreForTheirOwnerAloneAlsoInAnOldDirectory) {
  constexpr auto kOthers = fs::perms::group_all | fs::perms::others_all;
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    create_table(client);
    stop(server);
    EXPECT_EQ(server.errors(), "");
  }
  for (const auto& entry : fs::recursive_directory_iterator(data())) {
    EXPECT_EQ(entry.status().permissions() & kOthers, fs::perms::none) << entry.path();
  }
  fs::permissions(data(), fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  for (const bool is_told : {true, false}) {
    ServerProcess server(serve());
    stop(server);
    EXPECT_EQ(server.errors().find("could be read by other users") != std::string::npos, is_told);
    EXPECT_EQ(fs::status(data()).permissions() & kOthers, fs::perms::none);
  }
}

}  // namespace
}  // namespace partita::testing
