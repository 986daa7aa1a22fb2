// What becomes of the program when what it says can be written nowhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

// Always full, as a disk may be.
constexpr const char* kFull = "/dev/full";

class StandardFiles : public ProgramTest {};

TEST_F(StandardFiles, AServerGoesOnWhenItsErrorsCanNotBeWritten) {
  for (const char* const errors : {kFull, ProcessFiles::kClosed}) {
    // It begins with a warning, and each change of the faults is one.
    ServerProcess server(serve({"--allow-faults"}), {}, {.errors = errors});
    ASSERT_NE(server.port(), 0);
    const std::string endpoint = fmt::format("http://127.0.0.1:{}", server.port());
    const std::string rules = file("rules.yaml");
    std::ofstream(rules) << "rules: [{kind: delay, delay: 1ms, tables: [Nothing]}]\n";
    EXPECT_EQ(run({"faults", "set", rules, "--endpoint", endpoint}).exit_code, 0);
    EXPECT_EQ(run({"health", "--endpoint", endpoint}).exit_code, 0) << errors;
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << errors;
  }
}

TEST_F(StandardFiles, ACommandFailsWhoseOutputCanNotBeWritten) {
  const ServerProcess server(serve());
  const std::string endpoint = fmt::format("http://127.0.0.1:{}", server.port());
  for (const auto& words : {std::vector<std::string>{"help", "configuration"},
                            std::vector<std::string>{"tables", "--endpoint-url", endpoint}}) {
    EXPECT_EQ(run(words).exit_code, 0) << words.front();
    const auto full = run(words, {.output = kFull});
    expect_failure(full, 1, "cannot write standard output: No space left on device");
    const auto closed = run(words, {.output = ProcessFiles::kClosed});
    expect_failure(closed, 1, "cannot write standard output: Bad file descriptor");
  }
}

TEST_F(StandardFiles, TheExitCodeIsTheSameWhenErrorsCanNotBeWritten) {
  for (const char* const errors : {kFull, ProcessFiles::kClosed}) {
    EXPECT_EQ(run({"nonsense"}, {.errors = errors}).exit_code, 2) << errors;
    EXPECT_EQ(run({"backup", "list", file("nowhere")}, {.errors = errors}).exit_code, 1) << errors;
  }
}

TEST_F(StandardFiles, ALongScanEndsWhenItsOutputIsFull) {
  const ServerProcess server(serve());
  ApiClient client(server.port());
  const std::string endpoint = fmt::format("http://127.0.0.1:{}", server.port());
  EXPECT_EQ(client
                .send("CreateTable", R"({"TableName":"Long","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})")
                .status,
            200);
  EXPECT_EQ(client
                .send("PutItem", fmt::format(R"({{"TableName":"Long","Item":{{"id":{{"S":"a"}},
      "text":{{"S":"{}"}}}}}})",
                                             std::string(100'000, 'x')))
                .status,
            200);
  for (const char* const form : {"--json", "--dynamodb-json"}) {
    const auto scanned = run({"scan", "Long", form, "--endpoint-url", endpoint}, {.output = kFull});
    expect_failure(scanned, 1, "cannot write standard output: No space left on device\n");
  }
  const auto exported = run({"export", "Long", "-", "--endpoint-url", endpoint}, {.output = kFull});
  expect_failure(exported, 1, "cannot write standard output: No space left on device\n");
}

}  // namespace
}  // namespace partita::testing
