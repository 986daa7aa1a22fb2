// Exports under power cuts and kills: the real program exports a table into directories until its
// power is cut; what it has acknowledged is then finished by the next program, whole, and each item
// is in it once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <set>

#include "conformance/runner/json.h"
#include "server/api_client.h"
#include "server/server_process.h"
#include "support/preload.h"
#include "support/temporary_directory.h"
#include "unit/store/table_exports/export_checker.h"

namespace partita::faults {
namespace {

using conformance::Json;
using testing::ApiClient;
using testing::preload_variable;
using testing::ServerProcess;

constexpr int kExportedItems = 10'000;  // Some files.
constexpr int kExportCutCode = 137;
constexpr std::string_view kExportedTable = R"({"TableName":"tab","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})";

class ExportUnderFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(bucket());
    ServerProcess server(words(), ApiClient::access_key_variables());
    ASSERT_NE(server.port(), 0);
    ApiClient client(server.port());
    ASSERT_EQ(client.send("CreateTable", kExportedTable).status, 200);
    const Json recovery = {
        {"TableName", "tab"},
        {"PointInTimeRecoverySpecification", {{"PointInTimeRecoveryEnabled", true}}}};
    ASSERT_EQ(client.send("UpdateContinuousBackups", recovery.dump()).status, 200);
    for (int i = 0; i < kExportedItems; i += 25) fill(client, i);
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0) << server.errors();
  }

  static void fill(ApiClient& client, int first) {
    Json puts = Json::array();
    for (int i = first; i < first + 25; ++i) {
      const Json item = {{"id", {{"N", std::to_string(i)}}},
                         {"text", {{"S", std::string(4000, 'x')}}}};
      puts.push_back({{"PutRequest", {{"Item", item}}}});
    }
    const Json request = {{"RequestItems", {{"tab", puts}}}};
    ASSERT_EQ(client.send("BatchWriteItem", request.dump()).status, 200);
  }

  std::filesystem::path bucket() const { return directory_ / "buckets" / "things"; }
  std::vector<std::string> words() const {
    return {"serve",
            "--listen",
            "127.0.0.1:0",
            "--data",
            directory_ / "data",
            "--low-water",
            "1",
            "--s3",
            "dir=" + (directory_ / "buckets").string()};
  }

  // After so many syncs of files in the buckets.
  std::vector<std::string> power_cut(std::string_view mode, int syncs) const {
    return {preload_variable(POWER_CUT_SHIM),
            "POWER_CUT_DIR=" + directory_.path().string(),
            fmt::format("POWER_CUT_MODE={}", mode),
            "POWER_CUT_SEED=7",
            fmt::format("POWER_CUT_AFTER_SYNCS={}", syncs),
            "POWER_CUT_COUNT_SYNCS_OF=/buckets/"};
  }

  // Begins an export at a server with faults, and waits for its end. The ARN, or nothing.
  std::string begin_and_end(std::vector<std::string> faults, int signal = 0) {
    const auto keys = ApiClient::access_key_variables();
    faults.insert(faults.end(), keys.begin(), keys.end());
    ServerProcess server(words(), faults);
    if (server.port() == 0) return "";
    ApiClient client(server.port());
    const Json request = {{"TableArn", "arn:aws:dynamodb:us-east-1:000000000000:table/tab"},
                          {"S3Bucket", "things"}};
    const auto answer = client.send("ExportTableToPointInTime", request.dump());
    if (signal != 0) {
      wait_for_a_file();
      server.signal(signal);
    }
    const int code = server.wait();
    if (signal == 0) {
      EXPECT_EQ(code, kExportCutCode);
    }
    if (answer.status != 200) return "";
    return Json::parse(answer.body)["ExportDescription"]["ExportArn"];
  }
  void wait_for_a_file() const {
    while (true) {
      for (const auto& each : std::filesystem::recursive_directory_iterator(bucket())) {
        if (each.path().parent_path().filename() == "data") return;
      }
    }
  }

  void check(const std::string& arn) {
    ServerProcess server(words(), ApiClient::access_key_variables());
    ASSERT_NE(server.port(), 0);
    ApiClient client(server.port());
    Json description;
    do {
      const auto answer = client.send("DescribeExport", Json({{"ExportArn", arn}}).dump());
      ASSERT_EQ(answer.status, 200) << answer.body;
      description = Json::parse(answer.body)["ExportDescription"];
    } while (description["ExportStatus"] == "IN_PROGRESS");
    ASSERT_EQ(description["ExportStatus"], "COMPLETED") << description.dump();
    const std::string manifest = description["ExportManifest"];
    const auto checked = table_exports::check_export(bucket(), manifest);
    EXPECT_EQ(checked.problem, "");
    EXPECT_GT(checked.files, 1U);
    const std::set<std::string> lines(checked.lines.begin(), checked.lines.end());
    EXPECT_EQ(checked.lines.size(), static_cast<std::size_t>(kExportedItems));
    EXPECT_EQ(lines.size(), static_cast<std::size_t>(kExportedItems));
    std::size_t files = 0;
    const auto data = (bucket() / manifest).parent_path() / "data";
    for (const auto& each : std::filesystem::directory_iterator(data)) files += each.exists();
    EXPECT_EQ(files, checked.files);
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
};

TEST_F(ExportUnderFaults, IsMadeWholeAfterAPowerCutInItsFiles) {
  constexpr std::array<std::string_view, 3> kModes{"truncate", "prefix", "garble"};
  int acknowledged = 0;
  for (int cut = 0; cut < 6; ++cut) {
    const auto mode = kModes[static_cast<std::size_t>(cut) % kModes.size()];
    const std::string arn = begin_and_end(power_cut(mode, 1 + cut * 3));
    if (arn.empty()) continue;
    ++acknowledged;
    check(arn);
  }
  EXPECT_GE(acknowledged, 3);
}

TEST_F(ExportUnderFaults, IsMadeWholeAfterAKill) {
  const std::string arn = begin_and_end({}, SIGKILL);
  ASSERT_NE(arn, "");
  check(arn);
}

}  // namespace
}  // namespace partita::faults
