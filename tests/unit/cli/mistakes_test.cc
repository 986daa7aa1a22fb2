#include "cli/mistakes.h"

#include <gtest/gtest.h>

#include <vector>

#include "cli/command_line.h"
#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

std::string mistake(std::vector<const char*> arguments) {
  const Command command = parse(std::move(arguments));
  if (!std::holds_alternative<ShowCommand>(command)) return "no mistake";
  const auto& shown = std::get<ShowCommand>(command);
  return shown.is_mistake ? shown.text : "no mistake";
}

std::string shown(std::vector<const char*> arguments) {
  return std::get<ShowCommand>(parse(std::move(arguments))).text;
}

TEST(Mistakes, AMisspeltCommandIsNamedWithTheOneThatWasMeant) {
  EXPECT_EQ(mistake({"serv"}),
            "partita: there is no command `partita serv`; did you mean `partita serve`? See "
            "partita --help\n");
  EXPECT_EQ(mistake({"model", "aply", "shop.yaml"}),
            "partita: there is no command `partita model aply`; did you mean `partita model "
            "apply`? See partita model --help\n");
  EXPECT_NE(mistake({"keys", "crate"}).find("`partita keys create`"), std::string::npos);
}

TEST(Mistakes, ACommandThatIsLikeNoneIsAnsweredWithAllThereAre) {
  const std::string text = mistake({"model", "xylophone"});
  EXPECT_NE(text.find("`partita model xylophone`"), std::string::npos) << text;
  for (const char* name : {"`lint`", "`apply`", "`run`", "`stats`"}) {
    EXPECT_NE(text.find(name), std::string::npos) << text;
  }
}

TEST(Mistakes, AMissingCommandIsAskedFor) {
  EXPECT_NE(mistake({"model"}).find("partita model needs a command: `lint`"), std::string::npos);
  EXPECT_NE(mistake({}).find("partita needs a command: `serve`"), std::string::npos);
}

TEST(Mistakes, AMisspeltOptionIsNamedWithTheOneThatWasMeant) {
  EXPECT_EQ(mistake({"serve", "--lisen", "8000"}),
            "partita: partita serve has no option --lisen; did you mean `--listen`? See partita "
            "serve --help\n");
  EXPECT_NE(mistake({"model", "apply", "a.yaml", "--enforc"}).find("`--enforce`"),
            std::string::npos);
}

TEST(Mistakes, WhatOtherServersHaveIsTranslated) {
  EXPECT_NE(mistake({"serve", "-inMemory"}).find("--memory"), std::string::npos);
  EXPECT_NE(mistake({"serve", "-dbPath", "x"}).find("--data DIR"), std::string::npos);
  EXPECT_NE(mistake({"serve", "-sharedDb"}).find("shared"), std::string::npos);
  EXPECT_NE(mistake({"serve", "--host", "0.0.0.0"}).find("--listen"), std::string::npos);
  EXPECT_NE(mistake({"serve", "-port", "8000"}).find("`--port`"), std::string::npos);
}

TEST(Mistakes, AnArgumentTooManyIsNamed) {
  EXPECT_NE(mistake({"serve", "now"}).find("partita serve takes no argument now"),
            std::string::npos);
}

TEST(Guides, HelpIsThereForEveryCommandByEitherWay) {
  EXPECT_EQ(shown({"help"}), shown({"--help"}));
  EXPECT_EQ(shown({"help", "serve"}), shown({"serve", "--help"}));
  EXPECT_EQ(shown({"help", "model", "apply"}), shown({"model", "apply", "--help"}));
  EXPECT_NE(mistake({"help", "serv"}).find("`partita serve`"), std::string::npos);
}

TEST(Guides, TheVersionIsThereByEveryName) {
  EXPECT_EQ(shown({"-v"}), shown({"version"}));
  EXPECT_EQ(shown({"--version"}), shown({"version"}));
}

TEST(Guides, EveryCommandHasExamplesOfItsOwn) {
  const std::vector<std::vector<const char*>> commands = {
      {"serve"},
      {"check"},
      {"version"},
      {"completion"},
      {"key"},
      {"key", "new"},
      {"key", "rotate"},
      {"keys"},
      {"keys", "create"},
      {"keys", "list"},
      {"keys", "delete"},
      {"model"},
      {"model", "lint"},
      {"model", "plan"},
      {"model", "schema"},
      {"model", "run"},
  };
  for (auto words : commands) {
    words.push_back("--help");
    const std::string help = shown(words);
    EXPECT_EQ(help.find("partita serve                 start a server"), std::string::npos) << help;
  }
}

TEST(Guides, AShellCanCompleteEveryCommandAndOption) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = shown({"completion", shell});
    EXPECT_NE(script.find("apply"), std::string::npos);
    EXPECT_NE(script.find("low-water"), std::string::npos);
    EXPECT_EQ(script.find("idle-limit-ms"), std::string::npos) << "hidden options stay hidden";
  }
  EXPECT_NE(mistake({"completion", "tcsh"}).find("bash, zsh and fish"), std::string::npos);
}

}  // namespace
}  // namespace partita::cli
