#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <vector>

#include "cli/serve.h"
#include "cli/version.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

using database::Durability;
using database::RocksdbStore;

RocksdbStore served_store(const Command& command) {
  return std::get<RocksdbStore>(std::get<ServeCommand>(command).store);
}

TEST(CommandLine, ServesOnLoopbackFromTheFolderAtHandByDefault) {
  const Command command = parse({"serve"});
  const auto& serve = std::get<ServeCommand>(command);
  EXPECT_EQ(serve.server.listen.to_string(), "127.0.0.1:8000");
  EXPECT_TRUE(serve.server.heeds_signals);
  const RocksdbStore store = served_store(command);
  EXPECT_EQ(store.directory, "partita-data");
  EXPECT_EQ(store.durability, Durability::Synced);
  EXPECT_FALSE(store.master_key || store.log_directory || store.cache_bytes);
  EXPECT_FALSE(store.accepts_lost_writes);
}

TEST(CommandLine, ServesTheConsoleUnlessToldOtherwise) {
  const auto settings = [](std::vector<const char*> arguments) {
    return std::get<ServeCommand>(parse(std::move(arguments))).console;
  };
  EXPECT_EQ(settings({"serve"}).mode, console::Mode::On);
  EXPECT_EQ(settings({"serve", "--no-console"}).mode, console::Mode::Off);
  const auto named = settings({"serve", "--console-read-only", "--console-name", "prod"});
  EXPECT_EQ(named.mode, console::Mode::ReadOnly);
  EXPECT_EQ(named.name, "prod");
  EXPECT_FALSE(std::holds_alternative<ServeCommand>(
      parse({"serve", "--no-console", "--console-read-only"})));
}

TEST(CommandLine, TakesEveryOptionOfTheStore) {
  const RocksdbStore store = served_store(
      parse({"serve", "--data", "d", "--log-dir", "l", "--durability", "relaxed", "--cache", "64",
             "--low-water", "7", "--encryption-key-env", "KEY", "--accept-lost-writes"}));
  EXPECT_EQ(store.directory, "d");
  EXPECT_EQ(store.log_directory, "l");
  EXPECT_EQ(store.durability, Durability::Relaxed);
  EXPECT_EQ(store.cache_bytes, 64U << 20);
  EXPECT_EQ(store.low_water_bytes, 7U << 20);
  EXPECT_EQ(std::get<database::MasterKeyVariable>(*store.master_key).name, "KEY");
  EXPECT_TRUE(store.accepts_lost_writes);
}

TEST(CommandLine, KnowsWhereBucketsAre) {
  const auto place = [](std::vector<const char*> words) {
    return std::get<ServeCommand>(parse(std::move(words))).s3;
  };
  EXPECT_EQ(place({"serve"}), "");
  EXPECT_EQ(place({"serve", "--s3", "dir=/srv/buckets"}), "dir=/srv/buckets");
  EXPECT_EQ(place({"serve", "--s3=endpoint=http://a:9000,region=b,credentials=c"}),
            "endpoint=http://a:9000,region=b,credentials=c");
}

TEST(CommandLine, TakesAPortAloneInEveryFormThatPeopleTry) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--port", "8123"}, {"--listen", "8123"}, {"--listen", ":8123"}}) {
    std::vector<const char*> arguments = {"serve"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Command command = parse(arguments);
    ASSERT_TRUE(std::holds_alternative<ServeCommand>(command)) << words.back();
    EXPECT_EQ(std::get<ServeCommand>(command).server.listen.to_string(), "127.0.0.1:8123");
  }
}

TEST(CommandLine, LogsRequestsOnlyIfAskedTo) {
  EXPECT_FALSE(std::get<ServeCommand>(parse({"serve"})).log);
  EXPECT_EQ(std::get<ServeCommand>(parse({"serve", "--log", "json"})).log, server::LogFormat::Json);
  EXPECT_EQ(std::get<ServeCommand>(parse({"serve", "--log", "text"})).log, server::LogFormat::Text);
  const auto mistake = std::get<ShowCommand>(parse({"serve", "--log", "xml"}));
  EXPECT_TRUE(mistake.is_mistake);
  EXPECT_NE(mistake.text.find("xml is neither json nor text"), std::string::npos) << mistake.text;
}

TEST(CommandLine, KnowsTheOtherCommands) {
  const Command in_memory = parse({"serve", "--memory"});
  EXPECT_TRUE(
      std::holds_alternative<database::MemoryStore>(std::get<ServeCommand>(in_memory).store));
  EXPECT_EQ(std::get<KeyNewCommand>(parse({"key", "new", "k"})).file, "k");
  const auto rotate = std::get<KeyRotateCommand>(
      parse({"key", "rotate", "--encryption-key-file", "k", "--new-key-file", "n"}));
  EXPECT_EQ(std::get<database::MasterKeyFile>(*rotate.replacement).path, "n");
  EXPECT_TRUE(std::get<CheckCommand>(parse({"check", "--json"})).prints_json);
}

TEST(CommandLine, KnowsWhereAccessKeysAre) {
  const Command parsed =
      parse({"keys", "create", "--name", "n", "--role", "r", "--key-file", "k", "--json"});
  const auto& create = std::get<KeysCreateCommand>(parsed);
  EXPECT_EQ(create.file.path, "partita-credentials");
  EXPECT_EQ(std::get<KeyFile>(*create.file.key).path, "k");
  EXPECT_EQ(create.name, "n");
  EXPECT_EQ(create.role, "r");
  EXPECT_TRUE(create.prints_json);
  EXPECT_EQ(std::get<KeysListCommand>(parse({"keys", "list", "--file", "f"})).file, "f");
  const auto deleted = std::get<KeysDeleteCommand>(parse({"keys", "delete", "ID"}));
  EXPECT_EQ(deleted.access_key_id, "ID");
  EXPECT_FALSE(deleted.prints_json);

  const Command command = parse({"serve", "--credentials", "c", "--credentials-key-env", "K",
                                 "--tls-certificate", "server.crt", "--tls-key", "server.key"});
  const auto& serve = std::get<ServeCommand>(command);
  EXPECT_EQ(serve.credentials->path, "c");
  EXPECT_EQ(std::get<KeyVariable>(*serve.credentials->key).name, "K");
  EXPECT_EQ(serve.server.tls->certificate, "server.crt");
  EXPECT_EQ(serve.server.tls->key, "server.key");
  EXPECT_FALSE(std::get<ServeCommand>(parse({"serve"})).credentials);
  EXPECT_FALSE(std::get<ServeCommand>(parse({"serve"})).server.tls);
}

TEST(CommandLine, TellsTheTwoKindsOfKeysApart) {
  const auto help = [](std::vector<const char*> words) {
    return std::get<ShowCommand>(parse(std::move(words))).text;
  };
  EXPECT_NE(help({"key", "--help"}).find("partita keys --help"), std::string::npos);
  EXPECT_NE(help({"keys", "--help"}).find("partita key --help"), std::string::npos);
  EXPECT_NE(help({"--help"}).find("Master keys"), std::string::npos);
  EXPECT_NE(help({"--help"}).find("Access keys"), std::string::npos);
}

TEST(CommandLine, ShowsHelpAndVersion) {
  for (const char* command : {"serve", "key", "keys", "check"}) {
    const Command help = parse({command, "--help"});
    EXPECT_FALSE(std::get<ShowCommand>(help).is_mistake);
    EXPECT_NE(std::get<ShowCommand>(help).text.find("Usage: partita"), std::string::npos);
  }
  EXPECT_NE(std::get<ShowCommand>(parse({"--help"})).text.find("Examples:"), std::string::npos);
  const std::string expected = "partita " + std::string(version()) + "\n";
  EXPECT_EQ(std::get<ShowCommand>(parse({"version"})).text, expected);
  EXPECT_EQ(std::get<ShowCommand>(parse({"--version"})).text, expected);
}

TEST(CommandLine, SaysInOneLineWhatItDoesNotUnderstand) {
  struct Case {
    std::vector<const char*> arguments;
    std::string_view named;
  };
  const Case cases[] = {
      {{}, "--help"},
      {{"dance"}, "dance"},
      {{"serve", "--colour"}, "--colour"},
      {{"serve", "--listen", "here"}, "here"},
      {{"serve", "--durability", "maybe"}, "synced"},
      {{"serve", "--cache", "0"}, "megabytes"},
      {{"serve", "--cache", "-1"}, "megabytes"},
      {{"serve", "--cache", "x"}, "megabytes"},
      {{"serve", "--cache", "99999999999999999999"}, "megabytes"},
      {{"serve", "--cache", "99999999"}, "this machine has"},
      {{"serve", "--port", "8000", "--listen", "127.0.0.1:1"}, "together"},
      {{"serve", "--port", "many"}, "many"},
      {{"serve", "--port", "70000"}, "70000"},
      {{"serve", "--memory", "--data", "d"}, "--memory"},
      {{"serve", "--memory", "--encryption-key-file", "k"}, "--memory"},
      {{"serve", "--encryption-key-file", "k", "--encryption-key-env", "K"}, "together"},
      {{"key"}, "--help"},
      {{"key", "new"}, "FILE"},
      {{"key", "rotate"}, "--encryption-key-file"},
      {{"check", "--memory"}, "--memory"},
      {{"keys"}, "--help"},
      {{"keys", "delete"}, "ID"},
      {{"keys", "create", "--key-file", "k", "--key-env", "K"}, "together"},
      {{"keys", "list", "--name", "n"}, "--name"},
      {{"serve", "--tls-key", "k"}, "--tls-certificate"},
      {{"serve", "--tls-certificate", "c"}, "--tls-key"},
      {{"serve", "--credentials-key-file", "k"}, "--credentials"},
  };
  for (const Case& c : cases) {
    const Command command = parse(c.arguments);
    ASSERT_TRUE(std::holds_alternative<ShowCommand>(command)) << c.named;
    const auto& shown = std::get<ShowCommand>(command);
    EXPECT_TRUE(shown.is_mistake);
    EXPECT_NE(shown.text.find(c.named), std::string::npos) << shown.text;
    EXPECT_EQ(shown.text.find('\n'), shown.text.size() - 1) << shown.text;
  }
}

TEST(StartLine, SaysWhereItListensAndHowDataIsKept) {
  const server::ListenAddress address{.port = 1};
  const std::string begin =
      "partita " + std::string(version()) + " listens on http://127.0.0.1:1, ";
  RocksdbStore store;
  store.directory = "./d";
  EXPECT_EQ(start_line({.store = store}, address),
            begin + "data in ./d (RocksDB, every write synced)");
  store.durability = Durability::Relaxed;
  store.master_key = database::MasterKeyVariable{"K"};
  EXPECT_EQ(start_line({.store = store}, address),
            begin + "data in ./d (RocksDB, relaxed durability, encrypted)");
  ServeCommand with_tls{.store = database::MemoryStore{}};
  with_tls.server.tls.emplace();
  EXPECT_NE(start_line(with_tls, address).find("https://127.0.0.1:1, data in memory"),
            std::string::npos);
}

TEST(StopLine, SaysHowLongItRanAndWhatItDid) {
  using namespace std::chrono_literals;
  EXPECT_EQ(stop_line(1, 5s), "partita stopped in order after 5 s: 1 request answered");
  EXPECT_EQ(stop_line(741, 125s),
            "partita stopped in order after 2 min 5 s: 741 requests answered");
  EXPECT_EQ(stop_line(0, 3601s),
            "partita stopped in order after 1 h 0 min 1 s: 0 requests answered");
}

}  // namespace
}  // namespace partita::cli
