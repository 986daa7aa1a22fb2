// Backups of a whole server by the real program: made while it is written, killed in the middle,
// damaged, restored.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCreateBackedUp =
    R"({"TableName":"orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})";

class BackupCommands : public ProgramTest {
 protected:
  static void expect_ok(const HttpAnswer& answer) { EXPECT_EQ(answer.status, 200) << answer.body; }
  static void put(ApiClient& client, int number) {
    expect_ok(client.send("PutItem", fmt::format(R"({{"TableName":"orders","Item":{{
        "id":{{"N":"{}"}},"text":{{"S":"{}"}}}}}})",
                                                 number, std::string(500, 'w'))));
  }
  static void fill(ApiClient& client, int from, int to) {
    if (from == 0) expect_ok(client.send("CreateTable", std::string(kCreateBackedUp)));
    for (int i = from; i < to; ++i) put(client, i);
  }
  static bool has(ApiClient& client, int number) {
    const auto answer = client.send(
        "GetItem", fmt::format(R"({{"TableName":"orders","Key":{{"id":{{"N":"{}"}}}}}})", number));
    return answer.body.find("\"Item\"") != std::string::npos;
  }
  std::vector<std::string> create_words(const ServerProcess& server,
                                        std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"backup", "create", backups(), "--json", "--endpoint",
                               fmt::format("http://127.0.0.1:{}", server.port())});
    return more;
  }
  Outcome create(const ServerProcess& server, std::vector<std::string> more = {}) const {
    return run(create_words(server, std::move(more)));
  }
  static std::uint64_t number_in(const std::string& json, const std::string& name) {
    const auto at = json.find("\"" + name + "\":");
    return at == json.npos ? ~0ULL : std::stoull(json.substr(at + name.size() + 3));
  }
  static void stop(ServerProcess& server) {
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0);
  }
  // The largest file of the backups, apart from the store that it may share its space with.
  fs::path own_file() const {
    fs::path largest;
    for (const auto& each : fs::directory_iterator(backups() + "/files")) {
      if (largest.empty() || each.file_size() > fs::file_size(largest)) largest = each.path();
    }
    fs::copy_file(largest, largest.string() + ".own");
    fs::rename(largest.string() + ".own", largest);
    return largest;
  }
  static void flip_a_bit(const fs::path& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(fs::file_size(path) / 2));
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(static_cast<std::streamoff>(fs::file_size(path) / 2));
    file.put(byte);
  }

  std::string backups() const { return file("backups"); }
  std::string restored() const { return file("restored"); }
  std::vector<std::string> serve_restored(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"serve", "--listen", "127.0.0.1:0", "--data", restored()});
    return more;
  }
};

TEST_F(BackupCommands, WhatWasAcknowledgedBeforeABackupIsInIt) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 200);
  std::atomic<bool> is_over{false};
  std::atomic<int> acknowledged{200};
  std::thread writer([&] {
    ApiClient own(server.port());
    for (int i = 200; !is_over; ++i) {
      put(own, i);
      acknowledged = i + 1;
    }
  });
  for (int round = 0; round < 3; ++round) {
    const int before = acknowledged;
    const auto made = create(server);
    ASSERT_EQ(made.exit_code, 0) << made.errors;
    fs::remove_all(restored());
    ASSERT_EQ(run({"backup", "restore", backups(), "--data", restored()}).exit_code, 0);
    EXPECT_EQ(run({"check", "--data", restored()}).exit_code, 0);
    ServerProcess copy(serve_restored());
    ApiClient reader(copy.port());
    for (int i = 0; i < before; i += 7) ASSERT_TRUE(has(reader, i)) << i;
    EXPECT_TRUE(has(reader, before - 1));
    put(reader, 1'000'000);
    stop(copy);
  }
  is_over = true;
  writer.join();
  EXPECT_FALSE(has(client, 1'000'000)) << "what happens to a restored store stays there";
  EXPECT_EQ(run({"backup", "verify", backups()}).exit_code, 0);
  stop(server);
  EXPECT_FALSE(fs::exists(data() + "/handover")) << "the copy is gone when the backup is made";
}

TEST_F(BackupCommands, TheSecondOneTakesOnlyWhatIsNew) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 1000);
  const auto first = create(server);
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  EXPECT_EQ(number_in(first.output, "new_bytes"), number_in(first.output, "bytes"));
  EXPECT_EQ(number_in(first.output, "linked_bytes"), number_in(first.output, "bytes"));
  put(client, 5000);
  const auto second = create(server);
  EXPECT_LT(number_in(second.output, "new_bytes"), number_in(second.output, "bytes") / 2)
      << second.output;
  const auto listed = run({"backup", "list", backups()});
  EXPECT_EQ(std::count(listed.output.begin(), listed.output.end(), '\n'), 2) << listed.output;
  ASSERT_EQ(create(server, {"--keep", "1"}).exit_code, 0);
  const auto kept = run({"backup", "list", backups()});
  EXPECT_EQ(std::count(kept.output.begin(), kept.output.end(), '\n'), 1) << kept.output;
  EXPECT_EQ(run({"backup", "verify", backups()}).exit_code, 0);
}

TEST_F(BackupCommands, NobodyElseCanReadThem) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 10);
  ASSERT_EQ(create(server).exit_code, 0);
  ASSERT_EQ(run({"backup", "restore", backups(), "--data", restored()}).exit_code, 0);
  for (const std::string& root : {backups(), restored()}) {
    for (const auto& each : fs::recursive_directory_iterator(root)) {
      struct stat facts {};
      ASSERT_EQ(::stat(each.path().c_str(), &facts), 0);
      EXPECT_EQ(facts.st_mode & 0077U, 0U) << each.path();
    }
  }
}

TEST_F(BackupCommands, AFlippedBitIsFoundAndNotRestored) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 500);
  ASSERT_EQ(create(server).exit_code, 0);
  const auto damaged = own_file();
  flip_a_bit(damaged);
  const auto verified = run({"backup", "verify", backups()});
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_NE(verified.output.find("is not what it was"), std::string::npos) << verified.output;
  expect_failure(run({"backup", "restore", backups(), "--data", restored()}), 1, "is damaged");
  EXPECT_FALSE(fs::exists(restored()));
  EXPECT_FALSE(fs::exists(restored() + ".unfinished")) << "it would keep the room on the disk";
  fs::remove(damaged);
  EXPECT_EQ(run({"backup", "verify", backups()}).exit_code, 1);
  EXPECT_EQ(
      run({"check", "--endpoint", fmt::format("http://127.0.0.1:{}", server.port())}).exit_code, 0)
      << "the store is not touched by what happens to a backup";
}

TEST_F(BackupCommands, ADamagedListOfFilesIsFound) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 10);
  ASSERT_EQ(create(server).exit_code, 0);
  for (const auto& each : fs::directory_iterator(backups() + "/backups")) flip_a_bit(each.path());
  EXPECT_EQ(run({"backup", "list", backups()}).exit_code, 1);
  EXPECT_EQ(run({"backup", "verify", backups()}).exit_code, 1);
  expect_failure(run({"backup", "restore", backups(), "--data", restored()}), 1, "no whole backup");
}

TEST_F(BackupCommands, DataIsNeverOverwritten) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 10);
  ASSERT_EQ(create(server).exit_code, 0);
  expect_failure(run({"backup", "restore", backups(), "--data", data()}), 1, "has something in it");
  expect_failure(run({"backup", "create", data(), "--endpoint",
                      fmt::format("http://127.0.0.1:{}", server.port())}),
                 1, "data directory");
  expect_failure(run({"backup", "list", file("nowhere")}), 1, "there are no backups");
}

TEST_F(BackupCommands, OneThatIsRefusedIsInTheWayOfNoOther) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 10);
  const std::string endpoint = fmt::format("http://127.0.0.1:{}", server.port());
  for (int round = 0; round < 5; ++round) {
    expect_failure(run({"backup", "create", data(), "--endpoint", endpoint}), 1, "data directory");
    const auto made = create(server);
    EXPECT_EQ(made.exit_code, 0) << made.errors;
  }
}

TEST_F(BackupCommands, AnEngineThatCannotSaysSo) {
  ServerProcess server({"serve", "--listen", "127.0.0.1:0", "--memory"});
  expect_failure(create(server), 1, "cannot be copied while it is in use");
}

TEST_F(BackupCommands, AnEncryptedStoreStaysEncrypted) {
  const auto key = file("key");
  ASSERT_EQ(run({"key", "new", key}).exit_code, 0);
  ServerProcess server(serve({"--encryption-key-file", key}));
  ApiClient client(server.port());
  fill(client, 0, 100);
  ASSERT_EQ(create(server).exit_code, 0);
  for (const auto& each : fs::directory_iterator(backups() + "/files")) {
    std::ifstream stream(each.path(), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(content.find("wwwwwwww"), std::string::npos) << each.path();
  }
  EXPECT_EQ(run({"backup", "verify", backups()}).exit_code, 0) << "without the key";
  ASSERT_EQ(run({"backup", "restore", backups(), "--data", restored()}).exit_code, 0);
  expect_failure(run(serve_restored()), 1, "master key");
  ServerProcess copy(serve_restored({"--encryption-key-file", key}));
  ApiClient reader(copy.port());
  EXPECT_TRUE(has(reader, 99));
}

// Killed when so many of its files are there.
TEST_F(BackupCommands, WhatAKilledOneLeavesIsNoBackup) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  fill(client, 0, 300);
  std::error_code failed;
  const auto files_there = [&] {
    const fs::path files = backups() + "/files";
    return fs::exists(files, failed)
               ? std::distance(fs::directory_iterator(files), fs::directory_iterator())
               : 0;
  };
  std::uint64_t whole = 0;
  for (const int wanted : {0, 1, 3}) {
    put(client, 1000 + wanted);
    ServerProcess killed(create_words(server));
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(30);
    while (files_there() < wanted) ASSERT_LT(Clock::system().monotonic_now(), deadline);
    killed.signal(SIGKILL);
    killed.wait();
    const bool is_begun = fs::exists(backups() + "/backups", failed);
    const auto verified = run({"backup", "verify", backups(), "--json"});
    EXPECT_EQ(verified.exit_code, is_begun ? 0 : 1) << verified.output << verified.errors;
    if (is_begun) whole = number_in(verified.output, "backups");
    // The server gives up the copy of one that is gone.
    while (fs::exists(data() + "/handover", failed)) {
      ASSERT_LT(Clock::system().monotonic_now(), deadline);
    }
  }
  const auto made = create(server);
  ASSERT_EQ(made.exit_code, 0) << made.errors;
  const auto verified = run({"backup", "verify", backups(), "--json"});
  EXPECT_EQ(verified.exit_code, 0) << verified.output;
  EXPECT_EQ(number_in(verified.output, "backups"), whole + 1);
  EXPECT_FALSE(fs::exists(backups() + "/files/incoming"));
}

TEST_F(BackupCommands, AKilledServerLeavesNoCopyBehind) {
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    fill(client, 0, 10);
    auto rest = server.client();
    rest.send("POST /api/backup:begin HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(rest.read_answer().status, 200);
    EXPECT_TRUE(fs::exists(data() + "/handover/store/format"));
    server.signal(SIGKILL);
    server.wait();
  }
  ServerProcess server(serve());
  EXPECT_FALSE(fs::exists(data() + "/handover"));
  EXPECT_EQ(create(server).exit_code, 0);
}

}  // namespace
}  // namespace partita::testing
