// Imports under power cuts and kills: the real program imports a file until its power is cut; what
// it has acknowledged is then finished by the next program, with all items and exact counts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "conformance/runner/json.h"
#include "server/api_client.h"
#include "server/server_process.h"
#include "support/preload.h"
#include "support/temporary_directory.h"

namespace partita::faults {
namespace {

using conformance::Json;
using testing::ApiClient;
using testing::preload_variable;
using testing::ServerProcess;

constexpr int kImportedRecords = 30'000;
constexpr int kBadEvery = 1000;  // Each record with such a number is none.
constexpr int kImportCutCode = 137;

class ImportUnderFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto bucket = directory_ / "buckets" / "things";
    std::filesystem::create_directories(bucket);
    std::ofstream file(bucket / "data.json");
    for (int i = 0; i < kImportedRecords; ++i) {
      if (i % kBadEvery == 0) {
        file << "bad\n";
      } else {
        file << R"({"Item":{"id":{"N":")" << i << R"("},"text":{"S":")" << std::string(500, 'x')
             << "\"}}}\n";
      }
    }
  }

  std::vector<std::string> words(const std::string& data) const {
    return {"serve",
            "--listen",
            "127.0.0.1:0",
            "--data",
            directory_ / data,
            "--low-water",
            "1",
            "--s3",
            "dir=" + (directory_ / "buckets").string()};
  }

  // After so many syncs of files of the store.
  std::vector<std::string> power_cut(std::string_view mode, int syncs,
                                     const std::string& data) const {
    return {preload_variable(POWER_CUT_SHIM),
            "POWER_CUT_DIR=" + directory_.path().string(),
            fmt::format("POWER_CUT_MODE={}", mode),
            "POWER_CUT_SEED=7",
            fmt::format("POWER_CUT_AFTER_SYNCS={}", syncs),
            fmt::format("POWER_CUT_COUNT_SYNCS_OF=/{}/", data)};
  }

  static Json request() {
    return {{"S3BucketSource", {{"S3Bucket", "things"}}},
            {"InputFormat", "DYNAMODB_JSON"},
            {"TableCreationParameters",
             {{"TableName", "tab"},
              {"BillingMode", "PAY_PER_REQUEST"},
              {"AttributeDefinitions",
               Json::array({{{"AttributeName", "id"}, {"AttributeType", "N"}}})},
              {"KeySchema", Json::array({{{"AttributeName", "id"}, {"KeyType", "HASH"}}})}}}};
  }

  static Json describe(ApiClient& client, const std::string& arn) {
    const auto answer = client.send("DescribeImport", Json({{"ImportArn", arn}}).dump());
    if (answer.status != 200) return Json::object();
    return Json::parse(answer.body)["ImportTableDescription"];
  }

  // Begins an import at a server with faults, and waits for the server's end. The ARN, or nothing.
  std::string begin_and_end(const std::string& data, std::vector<std::string> faults,
                            int signal = 0) {
    const auto keys = ApiClient::access_key_variables();
    faults.insert(faults.end(), keys.begin(), keys.end());
    ServerProcess server(words(data), faults);
    if (server.port() == 0) return "";
    ApiClient client(server.port());
    const auto answer = client.send("ImportTable", request().dump());
    if (answer.status != 200) {
      server.wait();
      return "";
    }
    const std::string arn = Json::parse(answer.body)["ImportTableDescription"]["ImportArn"];
    if (signal != 0) {
      // In the middle of it.
      while (describe(client, arn).value("ImportedItemCount", 0) == 0) {
      }
      server.signal(signal);
    }
    const int code = server.wait();
    if (signal == 0) {
      EXPECT_EQ(code, kImportCutCode);
    }
    return arn;
  }

  void check(const std::string& data, const std::string& arn) {
    ServerProcess server(words(data), ApiClient::access_key_variables());
    ASSERT_NE(server.port(), 0);
    ApiClient client(server.port());
    Json description;
    do {
      description = describe(client, arn);
      ASSERT_TRUE(description.contains("ImportStatus")) << description.dump();
    } while (description["ImportStatus"] == "IN_PROGRESS");
    constexpr int kBad = kImportedRecords / kBadEvery;
    EXPECT_EQ(description["ImportStatus"], "FAILED") << description.dump();
    EXPECT_EQ(description["FailureCode"], "ItemValidationError");
    EXPECT_EQ(description["ProcessedItemCount"], kImportedRecords);
    EXPECT_EQ(description["ErrorCount"], kBad);
    EXPECT_EQ(description["ImportedItemCount"], kImportedRecords - kBad);
    EXPECT_EQ(count_items(client), kImportedRecords - kBad);
  }

  static int count_items(ApiClient& client) {
    Json scan = {{"TableName", "tab"}, {"Select", "COUNT"}};
    int items = 0;
    for (;;) {
      const auto answer = client.send("Scan", scan.dump());
      EXPECT_EQ(answer.status, 200) << answer.body;
      const Json page = Json::parse(answer.body);
      items += page.value("Count", 0);
      if (!page.contains("LastEvaluatedKey")) return items;
      scan["ExclusiveStartKey"] = page["LastEvaluatedKey"];
    }
  }

  testing::TemporaryDirectory directory_{testing::memory_directory()};
};

TEST_F(ImportUnderFaults, HasAllItemsAndExactCountsAfterAPowerCut) {
  constexpr std::array<std::string_view, 3> kModes{"truncate", "prefix", "garble"};
  int acknowledged = 0;
  for (int cut = 0; cut < 6; ++cut) {
    const auto mode = kModes[static_cast<std::size_t>(cut) % kModes.size()];
    const std::string data = fmt::format("data-{}", cut);
    const std::string arn = begin_and_end(data, power_cut(mode, 12 + cut * 3, data));
    if (arn.empty()) continue;
    ++acknowledged;
    check(data, arn);
  }
  EXPECT_GE(acknowledged, 2);
}

TEST_F(ImportUnderFaults, HasAllItemsAndExactCountsAfterAKill) {
  const std::string arn = begin_and_end("data", {}, SIGKILL);
  ASSERT_NE(arn, "");
  check("data", arn);
}

}  // namespace
}  // namespace partita::faults
