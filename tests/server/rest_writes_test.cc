// Writes through the API of a shipped model, access keys, and the command line on data of its own.

#include <csignal>
#include <filesystem>
#include <fstream>

#include "server/api_client.h"
#include "server/rest_server.h"

namespace partita::testing {
namespace {

constexpr std::string_view kMessage =
    R"({"created_by":"scheduler","message_type":"scheduled_hello",)"
    R"("correlation_id":"2eb97609-5147-4a38-829a-11a03e9a09e2","payload":{"text":"hello"}})";

// A directory with one model.
class RestWrites : public ProgramTest {
 protected:
  RestWrites() {
    std::filesystem::create_directory(file("models"));
    std::filesystem::copy_file(model_path("rez_agent.yaml"), file("models/rez_agent.yaml"));
  }
  RestServer start(std::vector<std::string> variables = {}) const {
    return RestServer({"--memory", "--models", file("models"), "--log", "json"},
                      std::move(variables));
  }
};

TEST_F(RestWrites, CreateMoveAndRefuse) {
  RestServer server = start();
  const auto made = server.send("POST /api/messages", kMessage);
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string place = header_of(made, "Location");
  EXPECT_EQ(place, "/api/messages/" + json_text(made.body, "message_id"));
  EXPECT_EQ(server.get(place).body, made.body);
  EXPECT_EQ(header_of(server.get(place), "ETag"), header_of(made, "ETag"));

  const std::string state = "POST " + place + "/status";
  const std::string seen = "If-Match: " + header_of(made, "ETag") + "\r\n";
  EXPECT_EQ(server.send(state, R"({"status":"queued"})", seen).status, 200);
  const auto late = server.send(state, R"({"status":"processing"})", seen);
  EXPECT_EQ(late.status, 412) << late.body;

  const auto refused = server.send(state, R"({"status":"completed"})");
  EXPECT_EQ(refused.status, 409) << refused.body;
  EXPECT_EQ(header_of(refused, "Content-Type"), "application/problem+json");
  for (const char* part : {R"("code":"M201")", R"("current":"queued")", R"("entity":"Message")",
                           R"("requested":"completed")", R"("allowed":["processing")"}) {
    EXPECT_NE(refused.body.find(part), std::string::npos) << part << refused.body;
  }
  EXPECT_EQ(server.send("POST /api/messages", "{}").status, 422);
  EXPECT_EQ(server.send("POST /api/messages/none/status", R"({"status":"queued"})").status, 404);

  server.process().signal(SIGTERM);
  EXPECT_EQ(server.process().wait(), 0);
  EXPECT_NE(server.process().errors().find(R"("operation":"rez_agent.set_status")"),
            std::string::npos);
  EXPECT_NE(server.process().output().find("REST at http://127.0.0.1:"), std::string::npos);
}

TEST_F(RestWrites, NeedASignatureWhereAccessKeysAre) {
  const RestServer server = start(ApiClient::access_key_variables());
  const auto unsigned_get = server.get("/api/messages?stage=dev");
  EXPECT_EQ(unsigned_get.status, 403) << unsigned_get.body;
  EXPECT_NE(unsigned_get.body.find("access_denied"), std::string::npos);
  const std::vector<std::string> keys = {
      fmt::format("AWS_ACCESS_KEY_ID={}", ApiClient::kAccessKeyId),
      fmt::format("AWS_SECRET_ACCESS_KEY={}", ApiClient::kSecret)};
  const std::vector<std::string> command = {
      "model", "run",    "rez_agent",  "list_by_stage",  "--stage",
      "dev",   "--from", "2025-10-01", "--limit",        "5",
      "-o",    "json",   "--endpoint", server.endpoint()};
  ServerProcess signs(command, keys);
  EXPECT_EQ(signs.wait(), 0) << signs.errors();
  EXPECT_NE(signs.output().find(R"("count":0)"), std::string::npos) << signs.output();
  ServerProcess stranger(command, {keys.front(), "AWS_SECRET_ACCESS_KEY=another-secret-of-16"});
  EXPECT_EQ(stranger.wait(), 1);
}

TEST_F(RestWrites, RunOnADataDirectoryWithoutAServer) {
  const auto model = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "model");
    arguments.insert(arguments.end(), {"--data", data()});
    return run(arguments);
  };
  EXPECT_EQ(model({"run", "rez_agent", "stuck"}).exit_code, 3) << "no data yet";
  ASSERT_EQ(model({"apply", file("models/rez_agent.yaml")}).exit_code, 0);
  std::ofstream(file("message.json")) << kMessage;
  const auto made =
      model({"run", "rez_agent", "create_message", "--body", "@" + file("message.json")});
  EXPECT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_NE(made.output.find("created_by"), std::string::npos) << made.output;
  const auto list = model({"run", "rez_agent", "list_by_stage", "--stage", "dev", "-o", "csv"});
  EXPECT_EQ(list.exit_code, 0) << list.errors;
  EXPECT_TRUE(list.output.starts_with("message_id,")) << list.output;
  const auto counts = model({"stats", "rez_agent", "status_counts"});
  EXPECT_EQ(counts.exit_code, 0) << counts.errors;
  EXPECT_NE(counts.output.find("created"), std::string::npos) << counts.output;
  EXPECT_EQ(model({"run", "rez_agent", "list_by_stage", "--stag", "dev"}).exit_code, 1);
  EXPECT_EQ(model({"run", "rez_agent", "list_by_stage", "dev"}).exit_code, 2);
}

}  // namespace
}  // namespace partita::testing
