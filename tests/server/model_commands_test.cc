#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/program_fixture.h"

namespace partita::testing {
namespace {

std::string shipped(const std::string& name) {
  return std::string(PARTITA_SOURCE_TREE) + "/models/" + name + ".yaml";
}

class ModelCommands : public ProgramTest {
 protected:
  // Runs `partita model` on the test's own data.
  Outcome model(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "model");
    arguments.insert(arguments.end(), {"--data", data()});
    return run(arguments);
  }
};

TEST_F(ModelCommands, ReadFilesWithoutADatabase) {
  EXPECT_EQ(run({"model", "lint", shipped("rez_agent"), shipped("music")}).exit_code, 0);
  const auto explained = run({"model", "explain", shipped("rez_agent")});
  EXPECT_EQ(explained.exit_code, 0) << explained.errors;
  EXPECT_NE(explained.output.find("list_by_stage"), std::string::npos);
  EXPECT_NE(run({"model", "cost", shipped("rez_agent")}).output.find('$'), std::string::npos);
  const auto terraform = run({"model", "export", "terraform", shipped("rez_agent")});
  EXPECT_NE(terraform.output.find("aws_dynamodb_table"), std::string::npos);
  EXPECT_NE(run({"model", "schema"}).output.find("$schema"), std::string::npos);
}

TEST_F(ModelCommands, EndWithOneForAFileThatIsWrong) {
  EXPECT_EQ(run({"model", "lint", std::string(PARTITA_SOURCE_TREE) + "/README.md"}).exit_code, 1);
  EXPECT_EQ(run({"model", "lint", file("nothing.yaml")}).exit_code, 1);
  EXPECT_EQ(run({"model", "explain", shipped("rez_agent"), "nothing"}).exit_code, 1);
  EXPECT_EQ(run({"model", "lint"}).exit_code, 2);
}

TEST_F(ModelCommands, PlanAndApplyAModel) {
  const auto planned = model({"plan", shipped("rez_agent")});
  EXPECT_EQ(planned.exit_code, 0) << planned.errors;
  EXPECT_NE(planned.output.find("+ table rez-agent-messages-dev"), std::string::npos)
      << planned.output;

  const auto applied = model({"apply", shipped("rez_agent")});
  EXPECT_EQ(applied.exit_code, 0) << applied.errors;
  EXPECT_NE(model({"plan", shipped("rez_agent")}).output.find("nothing to do"), std::string::npos);
  EXPECT_NE(model({"list", "--json"}).output.find("\"model\": \"rez_agent\""), std::string::npos);
}

TEST_F(ModelCommands, AreRefusedWhileAServerHasTheData) {
  const ServerProcess server(serve());
  const auto refused = model({"apply", shipped("rez_agent")});
  expect_failure(refused, 1, "in use by process");
}

TEST_F(ModelCommands, AskTheRunningServerUnlessDataIsNamed) {
  const ServerProcess server(serve({"--models", std::string(PARTITA_SOURCE_TREE) + "/models"}));
  ASSERT_NE(server.port(), 0) << server.errors();
  const std::vector<std::string> variables = {"PARTITA_ENDPOINT=http://127.0.0.1:" +
                                              std::to_string(server.port())};
  for (const std::vector<std::string>& words : {std::vector<std::string>{"list"},
                                                {"plan", shipped("music")},
                                                {"apply", shipped("music")},
                                                {"stats", "music"},
                                                {"run", "music", "no_such_pattern"}}) {
    std::vector<std::string> arguments = {"model"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    ServerProcess command(arguments, variables);
    EXPECT_EQ(command.wait(), words[0] == "run" ? 3 : 0) << words[0] << command.errors();
    EXPECT_NE((command.output() + command.errors()).find("music"), std::string::npos) << words[0];
  }
}

// The table stays in CREATING, so the server has something to tell until it is ended.
TEST_F(ModelCommands, TellHowFarTheServerIs) {
  const ServerProcess server(serve({"--state-delay", "3600000"}));
  ASSERT_NE(server.port(), 0) << server.errors();
  const std::string endpoint = "http://127.0.0.1:" + std::to_string(server.port());
  ServerProcess command({"model", "apply", shipped("rez_agent"), "--endpoint", endpoint});
  command.read_errors_until("waiting for the table\n");
  EXPECT_EQ(command.errors(), "partita: rez-agent-messages-dev: waiting for the table\n");
  server.signal(SIGTERM);
  EXPECT_EQ(command.wait(), 1) << command.errors();
  EXPECT_NE(command.errors().find("applying the model again finishes what was begun"),
            std::string::npos)
      << command.errors();
}

// Nobody waits for the answer any more, and the model is applied all the same.
TEST_F(ModelCommands, GoOnAtTheServerIfTheirConnectionIsCut) {
  const ServerProcess server(serve());
  std::ostringstream text;
  text << std::ifstream(shipped("rez_agent")).rdbuf();
  const std::string file = text.str();
  {
    auto client = server.client();
    client.send(
        "POST /api/models:apply HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
        "application/yaml\r\nContent-Length: " +
        std::to_string(file.size()) + "\r\n\r\n" + file);
    while (true) {
      const auto models = server.client().get("/api/models/rez_agent");
      const auto progress = server.client().get("/api/models:progress");
      if (models.status == 200 || progress.body.find("apply") != std::string::npos) break;
    }
  }
  while (server.client().get("/api/models/rez_agent").status != 200) {
  }
}

TEST_F(ModelCommands, SayWhatToDoIfNoServerAnswers) {
  std::uint16_t port = 0;
  {
    const ServerProcess gone(serve());
    port = gone.port();
  }
  const auto outcome =
      run({"model", "list", "--endpoint", "http://127.0.0.1:" + std::to_string(port)});
  expect_failure(outcome, 1, "no server answers on 127.0.0.1:" + std::to_string(port));
  for (const char* way : {"partita serve", "--endpoint", "--data DIR"}) {
    EXPECT_NE(outcome.errors.find(way), std::string::npos) << outcome.errors;
  }
}

TEST_F(ModelCommands, ThatFailLeaveNoDataBehind) {
  const std::string bad = file("bad.yaml");
  std::ofstream(bad) << "format: 1\nmodel: shop\nversion: 1\ntables: {main: {nam: x}}\n";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"plan", bad},
                                                {"apply", bad},
                                                {"fake", bad},
                                                {"list"},
                                                {"run", "shop", "get"},
                                                {"stats", "shop"}}) {
    EXPECT_NE(model(words).exit_code, 0) << words[0];
    EXPECT_FALSE(std::filesystem::exists(data())) << words[0];
  }
  std::filesystem::create_directory(file("models"));
  std::filesystem::copy(bad, file("models/bad.yaml"));
  EXPECT_EQ(run(serve({"--models", file("models")})).exit_code, 1);
  EXPECT_EQ(run(serve({"--models", file("models"), "--fake"})).exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(data()));
}

TEST_F(ModelCommands, FillTablesWithSampleData) {
  const auto filled = model({"fake", shipped("rez_agent"), "--count", "20"});
  EXPECT_EQ(filled.exit_code, 0) << filled.errors;
  // And the two that the model itself has as samples.
  EXPECT_NE(filled.output.find("22 items"), std::string::npos) << filled.output;
}

TEST_F(ModelCommands, BeginANewModel) {
  const std::string path = file("shop.yaml");
  EXPECT_EQ(run({"model", "init", path}).exit_code, 0);
  EXPECT_EQ(run({"model", "lint", path}).exit_code, 0);
  EXPECT_EQ(model({"apply", path}).exit_code, 0);
  expect_failure(run({"model", "init", path}), 1, "is there already");
}

TEST_F(ModelCommands, GuessAModelFromATable) {
  ASSERT_EQ(model({"fake", shipped("music"), "--count", "30"}).exit_code, 0);
  const std::string path = file("guess.yaml");
  const auto guessed = model({"init", path, "--from-table", "music-encyclopedia"});
  EXPECT_EQ(guessed.exit_code, 0) << guessed.errors;
  const auto linted = run({"model", "lint", path});
  EXPECT_EQ(linted.exit_code, 0) << linted.output;
  EXPECT_EQ(model({"init", file("other.yaml"), "--from-table", "nowhere"}).exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(file("other.yaml")));
}

TEST_F(ModelCommands, GuessAModelFromATableOfAServerThatWantsSignatures) {
  const std::string id = "PTTATESTTESTTEST0001";
  const std::string secret = "a-secret-that-is-long-enough-for-this";
  const ServerProcess server(
      serve({"--models", std::string(PARTITA_SOURCE_TREE) + "/models"}),
      {"PARTITA_ACCESS_KEY_ID=" + id, "PARTITA_SECRET_ACCESS_KEY=" + secret});
  ASSERT_NE(server.port(), 0) << server.errors();
  const std::string endpoint = "PARTITA_ENDPOINT=http://127.0.0.1:" + std::to_string(server.port());
  const std::string path = file("guess.yaml");
  const std::vector<std::string> words = {"model", "init", path, "--from-table",
                                          "music-encyclopedia"};
  ServerProcess stranger(words, {endpoint});
  EXPECT_NE(stranger.wait(), 0);
  ServerProcess known(words,
                      {endpoint, "AWS_ACCESS_KEY_ID=" + id, "AWS_SECRET_ACCESS_KEY=" + secret});
  EXPECT_EQ(known.wait(), 0) << known.errors();
  EXPECT_EQ(run({"model", "lint", path}).exit_code, 0);
}

TEST_F(ModelCommands, PutModelsInForceWhenAServerStarts) {
  ServerProcess server(serve({"--models", std::string(PARTITA_SOURCE_TREE) + "/models"}));
  ASSERT_NE(server.port(), 0) << server.errors();
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  for (const char* name : {"album_workflow", "execution_index", "music", "photoeditor@dev"}) {
    EXPECT_NE(server.output().find("model " + std::string(name) + " v"), std::string::npos)
        << server.output();
  }
  EXPECT_NE(model({"list"}).output.find("rez_agent"), std::string::npos);
}

}  // namespace
}  // namespace partita::testing
