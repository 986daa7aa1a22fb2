#include "cli/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <vector>

#include "cli/command_line.h"
#include "cli/config_file.h"
#include "support/temporary_directory.h"

namespace partita::cli {
namespace {

using database::Durability;
using database::RocksdbStore;

// Variables for as long as the test takes.
class SettingsTest : public ::testing::Test {
 protected:
  ~SettingsTest() override {
    for (const auto& name : set_) ::unsetenv(name.c_str());
  }

  void set(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }

  std::string file(std::string_view text) {
    const std::string path = directory_ / "partita.toml";
    std::ofstream(path) << text;
    return path;
  }

  static Command parse(const std::vector<std::string>& words) {
    std::vector<const char*> arguments = {"partita", "serve"};
    for (const auto& word : words) arguments.push_back(word.c_str());
    return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  }

  static ServeCommand serve(const std::vector<std::string>& words = {}) {
    const Command command = parse(words);
    if (const auto* shown = std::get_if<ShowCommand>(&command)) ADD_FAILURE() << shown->text;
    const auto* serve = std::get_if<ServeCommand>(&command);
    return serve == nullptr ? ServeCommand{} : *serve;
  }

  static RocksdbStore store(const std::vector<std::string>& words = {}) {
    return std::get<RocksdbStore>(serve(words).store);
  }

  static std::string shown(const std::vector<std::string>& words) {
    const Command command = parse(words);
    const auto* shown = std::get_if<ShowCommand>(&command);
    return shown == nullptr ? "a server" : shown->text;
  }

 private:
  testing::TemporaryDirectory directory_;
  std::vector<std::string> set_;
};

TEST_F(SettingsTest, EveryOptionOfServeCanBeAVariable) {
  set("PARTITA_LISTEN", "127.0.0.1:8123");
  set("PARTITA_DATA", "d");
  set("PARTITA_LOG_DIR", "l");
  set("PARTITA_DURABILITY", "relaxed");
  set("PARTITA_CACHE", "64");
  set("PARTITA_ACCEPT_LOST_WRITES", "true");
  set("PARTITA_LOG", "json");
  set("PARTITA_MODELS", "m");
  set("PARTITA_FAKE", "1");
  set("PARTITA_STATE_DELAY", "7");
  const ServeCommand command = serve();
  EXPECT_EQ(command.server.listen.to_string(), "127.0.0.1:8123");
  EXPECT_EQ(command.log, server::LogFormat::Json);
  EXPECT_EQ(command.models.directory, "m");
  EXPECT_TRUE(command.models.makes_samples);
  EXPECT_EQ(command.state_delay, std::chrono::milliseconds(7));
  const RocksdbStore chosen = store();
  EXPECT_EQ(chosen.directory, "d");
  EXPECT_EQ(chosen.log_directory, "l");
  EXPECT_EQ(chosen.durability, Durability::Relaxed);
  EXPECT_EQ(chosen.cache_bytes, 64U << 20);
  EXPECT_TRUE(chosen.accepts_lost_writes);
}

TEST_F(SettingsTest, TheCommandLineGoesBeforeTheEnvironmentAndThatBeforeTheFile) {
  const std::string config = file("data = 'file'\nlow-water = 9\ncache = 16\n");
  set("PARTITA_DATA", "environment");
  set("PARTITA_CACHE", "32");
  const RocksdbStore chosen = store({"--config", config, "--data", "line"});
  EXPECT_EQ(chosen.directory, "line");
  EXPECT_EQ(chosen.cache_bytes, 32U << 20);
  EXPECT_EQ(chosen.low_water_bytes, 9U << 20);
}

TEST_F(SettingsTest, TheFileCanBeNamedByAVariable) {
  set("PARTITA_CONFIG", file("[serve]\nport = 8077\n"));
  EXPECT_EQ(serve().server.listen.port, 8077);
}

TEST_F(SettingsTest, ANearerSourcePutsAsideWhatCannotGoWithIt) {
  set("PARTITA_DATA", "environment");
  set("PARTITA_LISTEN", "127.0.0.1:1");
  const ServeCommand command = serve({"--memory", "--port", "2"});
  EXPECT_TRUE(std::holds_alternative<database::MemoryStore>(command.store));
  EXPECT_EQ(command.server.listen.port, 2);
}

TEST_F(SettingsTest, AFlagCanBeTurnedOffByANearerSource) {
  const std::string config = file("memory = true\n");
  EXPECT_TRUE(std::holds_alternative<database::MemoryStore>(serve({"--config", config}).store));
  set("PARTITA_MEMORY", "false");
  EXPECT_TRUE(std::holds_alternative<RocksdbStore>(serve({"--config", config}).store));
}

TEST_F(SettingsTest, AWrongValueIsToldWithItsSource) {
  set("PARTITA_CACHE", "much");
  EXPECT_NE(shown({}).find("PARTITA_CACHE"), std::string::npos) << shown({});
}

TEST_F(SettingsTest, AWrongNameInTheFileIsToldWithItsLineAndWhatWasMeant) {
  const std::string text = shown({"--config", file("\nlisen = 8000\n")});
  EXPECT_NE(text.find("line 2: there is no setting lisen; did you mean `listen`?"),
            std::string::npos)
      << text;
  EXPECT_NE(shown({"--config", "/nowhere/at/all"}).find("/nowhere/at/all"), std::string::npos);
}

TEST_F(SettingsTest, WhatKubernetesSetsForAServiceOfThisNameIsNotMeant) {
  set("PARTITA_PORT", "tcp://10.0.0.1:8000");
  EXPECT_EQ(serve().server.listen.to_string(), "127.0.0.1:8000");
}

TEST_F(SettingsTest, AMisspeltVariableIsToldOf) {
  set("PARTITA_CREDENTIAL", "f");
  const auto warnings = serve().warnings;
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("`PARTITA_CREDENTIALS`"), std::string::npos) << warnings[0];
}

TEST_F(SettingsTest, WhatIsPrintedIsAFileThatGivesTheSame) {
  set("PARTITA_LOW_WATER", "77");
  set("PARTITA_SECRET_ACCESS_KEY", "the-secret");
  const std::string printed = shown({"--print-config", "--memory", "--port", "8088"});
  EXPECT_NE(printed.find("low-water = 77  # PARTITA_LOW_WATER\n"), std::string::npos) << printed;
  EXPECT_NE(printed.find("memory = true  # command line\n"), std::string::npos) << printed;
  EXPECT_NE(printed.find("durability = \"synced\"  # default\n"), std::string::npos) << printed;
  EXPECT_NE(printed.find("# log is not set\n"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("the-secret"), std::string::npos);

  const ServeCommand again = serve({"--config", file(printed)});
  EXPECT_TRUE(std::holds_alternative<database::MemoryStore>(again.store));
  EXPECT_EQ(again.server.listen.to_string(), "127.0.0.1:8088");
}

TEST(ConfigFile, HasTextsNumbersFlagsAndLists) {
  const auto lines = parse_config(
      "# first\n\n[serve]\nlisten = \"127.0.0.1:8000\" # here\nport=8000\nmemory = true\n"
      "allow = ['a # b', c]\n");
  ASSERT_TRUE(lines.ok()) << lines.error().message();
  ASSERT_EQ(lines->size(), 4U);
  EXPECT_EQ((*lines)[0].values.front(), "127.0.0.1:8000");
  EXPECT_EQ((*lines)[0].line, 4);
  EXPECT_EQ((*lines)[1].values.front(), "8000");
  EXPECT_EQ((*lines)[3].values, (std::vector<std::string>{"a # b", "c"}));
}

TEST(ConfigFile, RefusesWhatItCannotRead) {
  for (const char* text : {"listen", "= 1", "listen =", "listen = \"open", "a = [1", "[other]",
                           "a = 1 2", "a = 1\na = 2", "a = [1 2]"}) {
    const auto lines = parse_config(text);
    ASSERT_FALSE(lines.ok()) << text;
    EXPECT_NE(lines.error().message().find("line "), std::string::npos);
  }
}

}  // namespace
}  // namespace partita::cli
