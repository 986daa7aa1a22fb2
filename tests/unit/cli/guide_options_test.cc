#include "cli/guide_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "unit/cli/parsed.h"

namespace partita::cli {
namespace {

std::string shown_text(std::vector<const char*> words) {
  const auto command = std::get<ShowCommand>(parse(std::move(words)));
  EXPECT_FALSE(command.is_mistake) << command.text;
  return command.text;
}

std::string refused_text(std::vector<const char*> words) {
  const auto command = std::get<ShowCommand>(parse(std::move(words)));
  EXPECT_TRUE(command.is_mistake) << command.text;
  return command.text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The options that the help of a command lists, with their dashes.
std::set<std::string> listed_options(const std::string& help) {
  std::set<std::string> names;
  static const std::regex option("^  (?:-., ?)?(--[a-z][a-z-]*)");
  for (const auto& line : lines_of(help)) {
    std::smatch found;
    if (std::regex_search(line, found, option)) names.insert(found[1]);
  }
  return names;
}

std::string without_escapes(std::string roff) {
  std::erase(roff, '\\');
  return roff;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// What the page says behind SYNOPSIS: "partita model apply" -> {"model", "apply"}.
std::vector<std::string> words_of_page(const std::string& roff) {
  std::vector<std::string> words;
  const std::string_view heading = ".SH SYNOPSIS\n.B partita";
  const auto begin = roff.find(heading) + heading.size();
  std::istringstream stream(roff.substr(begin, roff.find('\n', begin) - begin));
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST(Manual, HasAPageForEveryCommandWithEveryOptionThatItsHelpHas) {
  std::size_t options = 0;
  for (const auto& page : lines_of(shown_text({"man", "--list"}))) {
    if (!page.ends_with(".1")) continue;
    const std::string roff = without_escapes(shown_text({"man", page.c_str()}));
    EXPECT_TRUE(has(roff, ".SH SYNOPSIS")) << page;
    const auto words = words_of_page(roff);
    std::vector<const char*> help{"help"};
    for (const auto& word : words) help.push_back(word.c_str());
    for (const auto& option : listed_options(shown_text(help))) {
      EXPECT_TRUE(has(roff, option)) << page << " lacks " << option;
      ++options;
    }
  }
  EXPECT_GT(options, 100U);
}

TEST(Manual, IsFoundByTheWordsOfACommandATopicOrItsName) {
  const std::string page = shown_text({"man", "model", "apply"});
  EXPECT_TRUE(has(page, ".TH PARTITA\\-MODEL\\-APPLY 1"));
  EXPECT_EQ(shown_text({"man", "partita-model-apply"}), page);
  EXPECT_EQ(shown_text({"man", "partita-model-apply.1"}), page);
  EXPECT_TRUE(has(shown_text({"man"}), ".TH PARTITA 1"));
  EXPECT_TRUE(has(shown_text({"man", "configuration"}), ".TH PARTITA\\-CONFIGURATION 7"));
  EXPECT_TRUE(has(refused_text({"man", "modell"}), "partita man --list"));
}

TEST(Manual, ShowsExamplesAsTheyAre) {
  const std::string page = shown_text({"man", "serve"});
  EXPECT_TRUE(has(page, ".SH EXAMPLES\n.PP\n.nf\n  partita serve   "));
  EXPECT_TRUE(has(page, "\\e\n")) << "a backslash at the end of a line stays one";
  EXPECT_FALSE(has(page, "idle\\-limit")) << "hidden options stay hidden";
}

TEST(Topics, AreListedAndTold) {
  const auto lines = lines_of(shown_text({"help", "topics"}));
  ASSERT_GT(lines.size(), 5U);
  for (const auto& line : lines) {
    if (!line.starts_with("  ")) continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    EXPECT_GT(shown_text({"help", name.c_str()}).size(), 100U) << name;
    EXPECT_TRUE(has(shown_text({"man", "--list"}), "partita-" + name + ".7")) << name;
  }
  EXPECT_TRUE(has(refused_text({"help", "xylophone"}), "configuration"));
}

TEST(Topics, ConfigurationNamesEverySettingAndItsVariable) {
  const std::string text = shown_text({"help", "configuration"});
  EXPECT_TRUE(has(text, "  log-dir = DIR "));
  EXPECT_TRUE(has(text, " PARTITA_LOG_DIR\n"));
  EXPECT_TRUE(has(text, "  memory = true "));
  EXPECT_FALSE(has(text, "  help = "));
  EXPECT_FALSE(has(text, "  print-config"));
}

TEST(Completion, OffersChoicesFilesAndDirectories) {
  const std::string script = shown_text({"completions", "bash"});
  EXPECT_EQ(script, shown_text({"completion", "bash"}));
  EXPECT_TRUE(
      has(script, R"("partita serve --log") mapfile -t COMPREPLY < <(compgen -W "json text")"));
  EXPECT_TRUE(has(script, R"("partita serve --data") mapfile -t COMPREPLY < <(compgen -d)"));
  EXPECT_TRUE(has(script, R"("partita serve --tls-key") mapfile -t COMPREPLY < <(compgen -f)"));
  EXPECT_TRUE(has(script, R"("partita serve --port") return)"));
}

TEST(Completion, DescribesCommandsWhereTheShellCanShowIt) {
  EXPECT_TRUE(has(shown_text({"completion", "zsh"}), "'serve:Start a server'"));
  EXPECT_TRUE(has(shown_text({"completion", "fish"}), "-a serve -d 'Start a server'"));
}

}  // namespace
}  // namespace partita::cli
