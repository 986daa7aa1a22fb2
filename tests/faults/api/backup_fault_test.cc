// Backups and restores under power cuts and kills: the real program makes a backup, or a table of
// one, until its power is cut; what it has acknowledged is then finished by the next program,
// whole.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>

#include "conformance/runner/json.h"
#include "server/api_client.h"
#include "server/server_process.h"
#include "support/preload.h"
#include "support/temporary_directory.h"
#include "unit/store/backups/backup_database.h"

namespace partita::faults {
namespace {

using conformance::Json;
using testing::ApiClient;
using testing::preload_variable;
using testing::ServerProcess;

constexpr int kBackedUpItems = 5000;  // Some blocks.
constexpr int kBackupCutCode = 137;

class BackupUnderFaults : public backups::BackupDatabase {
 protected:
  void SetUp() override {
    open();
    create_table("tab");
    fill(kBackedUpItems, std::string(2000, 'x'));
  }

  // A cut comes with SIGUSR2, or after so many syncs of files of backups.
  std::vector<std::string> power_cut(std::string_view mode, int syncs = 0) const {
    std::vector<std::string> faults{preload_variable(POWER_CUT_SHIM),
                                    "POWER_CUT_DIR=" + directory_.path().string(),
                                    fmt::format("POWER_CUT_MODE={}", mode), "POWER_CUT_SEED=7"};
    if (syncs == 0) return faults;
    faults.push_back(fmt::format("POWER_CUT_AFTER_SYNCS={}", syncs));
    faults.emplace_back("POWER_CUT_COUNT_SYNCS_OF=/backups/");
    return faults;
  }

  // Sends the request to a server with faults, and waits for its end. The answer's body.
  std::string send_and_end(std::vector<std::string> faults, std::string_view operation,
                           const Json& body, int signal = 0) {
    close();
    const auto keys = ApiClient::access_key_variables();
    faults.insert(faults.end(), keys.begin(), keys.end());
    ServerProcess server(
        {"serve", "--listen", "127.0.0.1:0", "--data", directory_ / "data", "--low-water", "1"},
        faults);
    if (server.port() == 0) return "";
    ApiClient client(server.port());
    const auto answer = client.send(operation, body.dump());
    if (signal != 0) server.signal(signal);
    const int code = server.wait();
    if (signal == 0) {
      EXPECT_EQ(code, kBackupCutCode);
    }
    open();
    return answer.status == 200 ? answer.body : "";
  }

  void check_backup(const std::string& arn, const std::string& target) {
    wait_until([&] { return is_there(arn); });
    restore(arn, target);
    EXPECT_EQ(count(target), kBackedUpItems);
  }
};

TEST_F(BackupUnderFaults, IsMadeWholeAfterAPowerCutInItsFiles) {
  constexpr std::array<std::string_view, 3> kModes{"truncate", "prefix", "garble"};
  int acknowledged = 0;
  for (int cut = 0; cut < 6; ++cut) {
    const auto answer =
        send_and_end(power_cut(kModes[static_cast<std::size_t>(cut) % 3], 1 + cut * 2),
                     "CreateBackup", {{"TableName", "tab"}, {"BackupName", "cut"}});
    if (answer.empty()) continue;
    ++acknowledged;
    check_backup(Json::parse(answer)["BackupDetails"]["BackupArn"], fmt::format("then{}", cut));
  }
  EXPECT_GE(acknowledged, 3);
}

TEST_F(BackupUnderFaults, IsMadeWholeAfterAKill) {
  const auto answer =
      send_and_end({}, "CreateBackup", {{"TableName", "tab"}, {"BackupName", "cut"}}, SIGKILL);
  ASSERT_NE(answer, "");
  check_backup(Json::parse(answer)["BackupDetails"]["BackupArn"], "then");
}

TEST_F(BackupUnderFaults, IsRestoredWholeAfterAPowerCutOrAKill) {
  const std::string arn = make_backup();
  constexpr std::array<std::string_view, 4> kEnds{"truncate", "prefix", "garble", "kill"};
  for (const std::string_view end : kEnds) {
    const std::string target = fmt::format("then-{}", end);
    const bool is_kill = end == "kill";
    const auto answer = send_and_end(
        is_kill ? std::vector<std::string>() : power_cut(end), "RestoreTableFromBackup",
        {{"BackupArn", arn}, {"TargetTableName", target}}, is_kill ? SIGKILL : SIGUSR2);
    ASSERT_NE(answer, "");
    wait_until([&] { return is_active(target); });
    EXPECT_EQ(count(target), kBackedUpItems);
  }
  EXPECT_TRUE(is_there(arn));
}

}  // namespace
}  // namespace partita::faults
