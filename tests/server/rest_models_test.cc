// The API of the shipped models, on the real program with sample data.

#include <filesystem>

#include "server/rest_server.h"

namespace partita::testing {
namespace {

// A few samples of one model, and a server for them.
class RestModels : public ProgramTest {
 protected:
  RestServer start(const std::string& model) const {
    const auto filled =
        run({"model", "fake", model_path(model + ".yaml"), "--count", "40", "--data", data()});
    EXPECT_EQ(filled.exit_code, 0) << filled.errors;
    return RestServer({"--data", data()});
  }
  // A directory with that model and no other.
  std::string one_model(const std::string& model) const {
    std::filesystem::create_directory(file("models"));
    std::filesystem::copy_file(model_path(model + ".yaml"), file("models/model.yaml"));
    return file("models");
  }
};

struct ModelReads {
  const char* model;
  std::vector<const char*> lists;
  std::vector<const char*> rollups;
};

void PrintTo(const ModelReads& reads, std::ostream* out) { *out << reads.model; }

class EachModel : public RestModels, public ::testing::WithParamInterface<ModelReads> {};

INSTANTIATE_TEST_SUITE_P(
    All, EachModel,
    ::testing::Values(
        ModelReads{"rez_agent",
                   {"/api/messages?stage=dev", "/api/messages?status=completed",
                    "/api/messages?stage=dev&status=failed&from=2025-01-01", "/api/messages/stuck"},
                   {"/api/metrics/status-counts?window=24h", "/api/metrics/outcome",
                    "/api/metrics/types?message_type=scheduled_hello"}},
        ModelReads{"album_workflow",
                   {"/api/album_workflow/executions?workflowType=step-functions",
                    "/api/album_workflow/tasks/pending"},
                   {"/api/models/album_workflow/rollups/task_counts"}},
        ModelReads{"execution_index",
                   {"/api/execution_index/executions?status=FAILED"},
                   {"/api/execution_index/metrics/status-counts"}},
        ModelReads{"music", {"/api/music/artists"}, {"/api/music/stats/ragas"}},
        ModelReads{"photoeditor",
                   {"/api/photoeditor/jobs?status=COMPLETED", "/api/photoeditor/jobs/stuck"},
                   {"/api/photoeditor/metrics/status-counts"}}),
    [](const auto& reads) { return reads.param.model; });

TEST_P(EachModel, AnswersItsReadsAndRollups) {
  const RestServer server = start(GetParam().model);
  for (const char* path : GetParam().lists) {
    const auto answer = server.get(path);
    EXPECT_EQ(answer.status, 200) << path << answer.body;
    EXPECT_TRUE(answer.body.starts_with(R"({"items":[)")) << path << answer.body;
    EXPECT_NE(answer.body.find(R"("plan":{)"), std::string::npos) << path;
  }
  for (const char* path : GetParam().rollups) {
    const auto answer = server.get(path);
    EXPECT_EQ(answer.status, 200) << path << answer.body;
    EXPECT_TRUE(answer.body.starts_with(R"({"rows":[)")) << path << answer.body;
  }
}

// What the index promises is there: it answers, or says what it lacks.
TEST_P(EachModel, ServesAllThatTheIndexNames) {
  const RestServer server = start(GetParam().model);
  const std::string index = server.get("/api/").body;
  constexpr std::string_view kName = R"("by_name": ")";
  std::size_t count = 0;
  for (auto at = index.find(kName); at != std::string::npos; at = index.find(kName, at + 1)) {
    const auto begin = at + kName.size();
    const std::string path = index.substr(begin, index.find('"', begin) - begin);
    const auto answer = server.get(path);
    EXPECT_TRUE(answer.status == 200 || answer.status == 400 || answer.status == 405)
        << path << ": " << answer.status << answer.body;
    ++count;
  }
  EXPECT_GT(count, 5U);
}

TEST_P(EachModel, ServesTheOpenApiDocumentThatIsExported) {
  const std::string model = GetParam().model;
  const RestServer server({"--memory", "--models", one_model(model)});
  const auto exported = run({"model", "export", "openapi", model_path(model + ".yaml")});
  EXPECT_EQ(server.get(fmt::format("/api/{}/openapi.json", model)).body, exported.output);
}

TEST_F(RestModels, ShowAnItemThatTheListHasShown) {
  const RestServer server = start("rez_agent");
  const auto list = server.get("/api/messages?stage=dev&limit=1");
  const std::string path = "/api/messages/" + json_text(list.body, "message_id");
  const auto answer = server.get(path);
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_NE(list.body.find(answer.body), std::string::npos) << "the same item";
  const std::string tag = header_of(answer, "ETag");
  ASSERT_FALSE(tag.empty());
  const auto again = server.get(path, "If-None-Match: " + tag + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(server.get("/api/openapi.json").body, server.get("/api/rez_agent/openapi.json").body);
}

TEST_F(RestModels, GiveTheWholeOfACollection) {
  const RestServer server = start("album_workflow");
  const auto list =
      server.get("/api/album_workflow/executions?workflowType=step-functions&limit=1");
  const std::string id = json_text(list.body, "executionId");
  const auto answer = server.get("/api/album_workflow/executions/" + id + "/full");
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_TRUE(answer.body.starts_with(R"({"execution":{)")) << answer.body;
  EXPECT_NE(answer.body.find(R"("albums":[)"), std::string::npos);
}

TEST_F(RestModels, GoForthAndBackThroughPages) {
  const RestServer server = start("rez_agent");
  const auto items = [](const HttpAnswer& answer) {
    return answer.body.substr(0, answer.body.find(R"(],"count")"));
  };
  const auto page = [&](const HttpAnswer& from, std::string_view direction) {
    return server.get("/api/messages?stage=dev&limit=7&page=" + json_text(from.body, direction));
  };
  const auto first = server.get("/api/messages?stage=dev&limit=7");
  const auto second = page(first, "next");
  const auto third = page(second, "next");
  EXPECT_NE(items(first), items(second));
  EXPECT_NE(items(second), items(third));
  EXPECT_EQ(items(page(third, "prev")), items(second));
  EXPECT_EQ(items(page(second, "prev")), items(first));
  EXPECT_NE(first.body.find(R"("prev":null)"), std::string::npos);
  const auto other =
      server.get("/api/messages?status=failed&page=" + json_text(first.body, "next"));
  EXPECT_EQ(other.status, 400);
  EXPECT_NE(other.body.find("T301"), std::string::npos) << other.body;
}

// What follows the head of the answer to HEAD is the next answer.
TEST_F(RestModels, AnswerHeadWithoutABody) {
  RestServer server = start("rez_agent");
  HttpClient client = server.process().client();
  client.send("HEAD /api/messages?stage=dev HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string head = client.read_head();
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 ")) << head;
  EXPECT_EQ(head.find("Content-Length: 0"), std::string::npos) << head;
  EXPECT_EQ(client.get("/health").status, 200);
}

TEST_F(RestModels, TellOtherMethodsAndPathsWhatThereIs) {
  const RestServer server({"--memory", "--models", one_model("rez_agent")});
  const auto other = server.send("DELETE /api/messages", "");
  EXPECT_EQ(other.status, 405);
  EXPECT_EQ(header_of(other, "Allow"), "POST, GET, HEAD");
  const auto nothing = server.get("/api/message");
  EXPECT_EQ(nothing.status, 404);
  EXPECT_NE(nothing.body.find("GET /api/messages/{id}"), std::string::npos);
}

TEST_F(RestModels, KeepWebPagesOut) {
  RestServer server({"--memory", "--models", one_model("rez_agent")});
  EXPECT_EQ(server.get("/api/", "Origin: http://page.test\r\n").status, 403);
  HttpClient client = server.process().client();
  EXPECT_EQ(client.get("/api/", "Host: evil.test\r\n").status, 403);
}

TEST_F(RestModels, RunFromTheCommandLine) {
  const RestServer server = start("rez_agent");
  const auto model = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "model");
    arguments.insert(arguments.end(), {"--endpoint", server.endpoint()});
    return run(arguments);
  };
  const auto table = model({"run", "rez_agent", "list_by_stage", "--stage", "dev", "--limit", "2"});
  EXPECT_EQ(table.exit_code, 0) << table.errors;
  EXPECT_TRUE(table.output.starts_with("message_id ")) << table.output;
  EXPECT_TRUE(table.errors.starts_with("more: --page ")) << table.errors;
  const auto all = model(
      {"run", "rez_agent", "list_by_stage", "--stage=dev", "--limit=9", "--all", "-o", "json"});
  EXPECT_EQ(all.exit_code, 0) << all.errors;
  EXPECT_EQ(all.output.find("has_more"), std::string::npos) << "all pages are one answer";
  const auto counted = all.output.find("\"count\": ");
  ASSERT_NE(counted, std::string::npos) << all.output;
  EXPECT_GT(std::stoi(all.output.substr(counted + 9)), 9);
  EXPECT_EQ(model({"stats", "rez_agent", "status_counts", "--window", "90d"}).exit_code, 0);
  expect_failure(model({"run", "rez_agent", "get_message", "--id", "none"}), 3, "none");
  expect_failure(model({"run", "rez_agent", "list_by_stag"}), 3, "did you mean `list_by_stage`");
  expect_failure(model({"run", "rez_agent", "list_by_status", "--status", "odd"}), 1, "completed");
}

TEST_F(RestModels, AreToldToThoseWhoAskAServerThatIsNotThere) {
  expect_failure(run({"model", "run", "m", "p", "--endpoint", "http://127.0.0.1:1"}), 1,
                 "no server answers");
  expect_failure(run({"model", "run", "m", "p", "--endpoint", "localhost"}), 1, "no address");
}

}  // namespace
}  // namespace partita::testing
