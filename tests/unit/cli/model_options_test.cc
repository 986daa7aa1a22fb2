#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "cli/command_line.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

TEST(ModelOptions, KnowTheCommandsThatOnlyNeedAFile) {
  const auto lint = chosen<ModelLintCommand>(
      {"model", "lint", "a.yaml", "b.yaml", "--param", "stage=prod", "--format", "sarif"});
  EXPECT_EQ(lint.files, (std::vector<std::filesystem::path>{"a.yaml", "b.yaml"}));
  EXPECT_EQ(lint.params.at("stage"), "prod");
  EXPECT_EQ(lint.format, ModelLintCommand::Format::Sarif);

  EXPECT_EQ(chosen<ModelExplainCommand>({"model", "explain", "a.yaml", "list"}).pattern, "list");
  EXPECT_TRUE(chosen<ModelCostCommand>({"model", "cost", "a.yaml", "--json"}).prints_json);
  const auto exported = chosen<ModelExportCommand>({"model", "export", "terraform", "a.yaml"});
  EXPECT_EQ(exported.kind, ModelExportCommand::Kind::Terraform);
  EXPECT_EQ(exported.file.path, "a.yaml");
  chosen<ModelSchemaCommand>({"model", "schema"});
}

TEST(ModelOptions, KnowTheCommandsThatOpenADatabase) {
  const auto apply = chosen<ModelApplyCommand>(
      {"model", "apply", "a.yaml", "--data", "d", "--enforce", "--allow-removals", "--json"});
  EXPECT_EQ(std::get<database::RocksdbStore>(apply.target.store.value()).directory, "d");
  EXPECT_TRUE(apply.enforces && apply.allows_removals && apply.prints_json);
  const auto plan = chosen<ModelPlanCommand>({"model", "plan", "a.yaml", "--data", "d"});
  EXPECT_EQ(std::get<database::RocksdbStore>(plan.target.store.value()).directory, "d");
  const auto list = chosen<ModelListCommand>({"model", "list", "--data", "d"});
  EXPECT_EQ(std::get<database::RocksdbStore>(list.target.store.value()).directory, "d");
  const auto fake = chosen<ModelFakeCommand>(
      {"model", "fake", "a.yaml", "--data", "d", "--count", "100", "--seed", "7"});
  EXPECT_EQ(fake.store.directory, "d");
  EXPECT_EQ(fake.count, 100U);
  EXPECT_EQ(fake.seed, 7U);
}

TEST(ModelOptions, AskTheServerOfThisMachineUnlessDataIsNamed) {
  const auto target_of = [](const auto& command) { return command.target; };
  for (const ModelTarget& target : {
           target_of(chosen<ModelPlanCommand>({"model", "plan", "a.yaml"})),
           target_of(chosen<ModelApplyCommand>({"model", "apply", "a.yaml"})),
           target_of(chosen<ModelListCommand>({"model", "list"})),
           target_of(chosen<ModelRunCommand>({"model", "run", "m", "p"})),
           target_of(chosen<ModelStatsCommand>({"model", "stats", "m"})),
       }) {
    EXPECT_FALSE(target.store);
    EXPECT_EQ(target.endpoint, "http://127.0.0.1:8000");
  }
}

TEST(ModelOptions, AskTheServerThatAVariableNames) {
  ::setenv("PARTITA_ENDPOINT", "http://db:1", 1);
  const auto by_variable = chosen<ModelListCommand>({"model", "list"}).target;
  const auto by_option =
      chosen<ModelListCommand>({"model", "list", "--endpoint", "http://db:2"}).target;
  const auto by_data = chosen<ModelListCommand>({"model", "list", "--data", "d"}).target;
  ::unsetenv("PARTITA_ENDPOINT");
  EXPECT_EQ(by_variable.endpoint, "http://db:1");
  EXPECT_EQ(by_option.endpoint, "http://db:2");
  EXPECT_EQ(std::get<database::RocksdbStore>(by_data.store.value()).directory, "d");
}

TEST(ModelOptions, SayWhatBecomesOfTablesAndVersions) {
  const auto apply =
      chosen<ModelApplyCommand>({"model", "apply", "a.yaml", "--load", "--detach", "--force"});
  EXPECT_TRUE(apply.loads && apply.detaches_tables && apply.forces_version);
  EXPECT_TRUE(
      std::get<ShowCommand>(parse({"model", "apply", "a", "--load", "--enforce"})).is_mistake);
  const auto remove = chosen<ModelRemoveCommand>({"model", "remove", "a@dev", "--drop-tables"});
  EXPECT_EQ(remove.model, "a@dev");
  EXPECT_TRUE(remove.drops_tables);
  EXPECT_FALSE(chosen<ModelRemoveCommand>({"model", "remove", "a", "--keep-tables"}).drops_tables);
  EXPECT_TRUE(std::get<ShowCommand>(parse({"model", "remove", "a"})).is_mistake);
  const auto diff = chosen<ModelDiffCommand>({"model", "diff", "dev", "prod"});
  EXPECT_EQ(diff.left + " " + diff.right, "dev prod");
}

TEST(ModelOptions, GiveAServerParamsForItsModels) {
  const Command command = parse({"serve", "--models", "m", "--param", "stage=prod"});
  EXPECT_EQ(std::get<ServeCommand>(command).models.params.at("stage"), "prod");
  EXPECT_TRUE(std::get<ShowCommand>(parse({"serve", "--param", "stage=prod"})).is_mistake);
}

TEST(ModelOptions, AskAServerIfItIsNamed) {
  const auto plan = chosen<ModelPlanCommand>(
      {"model", "plan", "a.yaml", "--endpoint", "https://db:1", "--ca-file", "ca.pem"});
  EXPECT_FALSE(plan.target.store);
  EXPECT_EQ(plan.target.endpoint, "https://db:1");
  EXPECT_EQ(plan.target.trusted_file, "ca.pem");
  EXPECT_FALSE(chosen<ModelApplyCommand>({"model", "apply", "a.yaml", "--endpoint", "http://h"})
                   .target.store);
  EXPECT_FALSE(chosen<ModelListCommand>({"model", "list", "--endpoint", "http://h"}).target.store);
  // As the AWS CLI and the commands for data have it.
  EXPECT_EQ(
      chosen<ModelListCommand>({"model", "list", "--endpoint-url", "http://h"}).target.endpoint,
      "http://h");
}

TEST(ModelOptions, TellAServerItsModels) {
  const auto serve =
      std::get<ServeCommand>(parse({"serve", "--memory", "--models", "m", "--fake"}));
  EXPECT_EQ(serve.models.directory, "m");
  EXPECT_TRUE(serve.models.makes_samples);
  EXPECT_TRUE(std::get<ServeCommand>(parse({"serve"})).models.directory.empty());
}

TEST(ModelOptions, SayInOneLineWhatTheyDoNotUnderstand) {
  struct Case {
    std::vector<const char*> arguments;
    std::string_view named;
  };
  const Case cases[] = {
      {{"model"}, "--help"},
      {{"model", "lint"}, "FILE"},
      {{"model", "lint", "a.yaml", "--format", "xml"}, "sarif"},
      {{"model", "lint", "a.yaml", "--param", "stage"}, "NAME=VALUE"},
      {{"model", "export", "poem", "a.yaml"}, "markdown"},
      {{"model", "fake", "a.yaml", "--count", "0"}, "--count"},
      {{"model", "plan", "a.yaml", "--data", "d", "--endpoint", "http://h"}, "not both"},
      {{"model", "run", "m", "p", "--data", "d", "--endpoint", "http://h"}, "not both"},
      {{"model", "stats", "m", "--window", "1h"}, "name one"},
      {{"model", "fake", "a.yaml"}, "--data DIR"},
      {{"serve", "--fake"}, "--models"},
  };
  for (const Case& each : cases) {
    const Command command = parse(each.arguments);
    ASSERT_TRUE(std::holds_alternative<ShowCommand>(command)) << each.named;
    const auto& shown = std::get<ShowCommand>(command);
    EXPECT_TRUE(shown.is_mistake);
    EXPECT_NE(shown.text.find(each.named), std::string::npos) << shown.text;
    EXPECT_EQ(shown.text.find('\n'), shown.text.size() - 1) << shown.text;
  }
}

TEST(ModelOptions, TeachWithExamples) {
  for (const char* command :
       {"lint", "explain", "cost", "export", "schema", "init", "plan", "apply", "list", "fake"}) {
    const Command help = parse({"model", command, "--help"});
    EXPECT_FALSE(std::get<ShowCommand>(help).is_mistake);
    EXPECT_NE(std::get<ShowCommand>(help).text.find("Example"), std::string::npos) << command;
  }
}

}  // namespace
}  // namespace partita::cli
