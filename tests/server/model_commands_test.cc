#include <gtest/gtest.h>

#include <csignal>

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
  EXPECT_EQ(model({"list"}).output.find("rez_agent"), std::string::npos);

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

TEST_F(ModelCommands, FillTablesWithSampleData) {
  const auto filled = model({"fake", shipped("rez_agent"), "--count", "20"});
  EXPECT_EQ(filled.exit_code, 0) << filled.errors;
  EXPECT_NE(filled.output.find("20 items"), std::string::npos) << filled.output;
}

TEST_F(ModelCommands, PutModelsInForceWhenAServerStarts) {
  ServerProcess server(serve({"--models", std::string(PARTITA_SOURCE_TREE) + "/models"}));
  ASSERT_NE(server.port(), 0) << server.errors();
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  for (const char* name : {"album_workflow", "execution_index", "music", "photoeditor"}) {
    EXPECT_NE(server.output().find("model " + std::string(name) + " v"), std::string::npos)
        << server.output();
  }
  EXPECT_NE(model({"list"}).output.find("rez_agent"), std::string::npos);
}

}  // namespace
}  // namespace partita::testing
