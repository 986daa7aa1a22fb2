#include "cli/mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "model/formula/suggestion.h"

namespace partita::cli {
namespace {

// What people try because other servers have it.
struct Habit {
  std::string_view word;  // Lower case, without dashes in front.
  std::string_view advice;
};

constexpr std::string_view kAddress = "--listen ADDRESS:PORT says where the server listens";
constexpr std::string_view kPlace = "--data DIR says where data is";
constexpr std::string_view kInMemory = "--memory keeps all data in memory";
constexpr std::string_view kRequestLog = "--log text tells of each request";
constexpr std::string_view kForeground =
    "the server stays in the foreground, as service managers want it";
constexpr Habit kHabits[] = {
    {"address", kAddress},
    {"bind", kAddress},
    {"host", kAddress},
    {"db", kPlace},
    {"dbpath", kPlace},
    {"db-path", kPlace},
    {"dir", kPlace},
    {"data-dir", kPlace},
    {"inmemory", kInMemory},
    {"in-memory", kInMemory},
    {"shareddb", "tables are shared by all regions and access keys anyway"},
    {"delaytransientstatuses", "--state-delay MS is for that"},
    {"verbose", kRequestLog},
    {"debug", kRequestLog},
    {"daemon", kForeground},
    {"detach", kForeground},
};

using Names = std::vector<std::string>;

std::vector<std::string_view> views_of(const Names& names) { return {names.begin(), names.end()}; }

Names command_names(const CLI::App& parent) {
  Names names;
  for (const auto* command : parent.get_subcommands({})) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

// Long names without dashes.
Names option_names(const CLI::App& command) {
  Names names;
  for (const auto* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back(name);
  }
  return names;
}

// "-dbPath=x" becomes "dbpath".
std::string bare(std::string_view option) {
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  std::string word(option.substr(0, option.find('=')));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return word;
}

std::string unknown_option(const CLI::App& command, std::string_view option) {
  auto text = fmt::format("{} has no option {}", full_name(command), option);
  const std::string word = bare(option);
  const Names names = option_names(command);
  const auto* habit = std::find_if(std::begin(kHabits), std::end(kHabits),
                                   [&](const Habit& each) { return each.word == word; });
  if (habit != std::end(kHabits) && command.get_name() == "serve") {
    return text.append("; ").append(habit->advice);
  }
  const std::string_view nearest = model::nearest_name(word, views_of(names));
  if (!nearest.empty()) text += fmt::format("; did you mean `--{}`?", nearest);
  return text;
}

std::string unknown_word(const CLI::App& command, const std::string& word) {
  if (word.starts_with('-')) return unknown_option(command, word);
  if (!command_names(command).empty()) return unknown_command(command, word);
  return fmt::format("{} takes no argument {}", full_name(command), word);
}

}  // namespace

const CLI::App& reached_command(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  if (command.get_parent() == nullptr) return command.get_name();
  return fmt::format("{} {}", full_name(*command.get_parent()), command.get_name());
}

std::string unknown_command(const CLI::App& parent, std::string_view word) {
  const Names names = command_names(parent);
  const std::string_view nearest = model::nearest_name(word, views_of(names));
  if (!nearest.empty()) {
    return fmt::format("there is no command `{} {}`; did you mean `{} {}`?", full_name(parent),
                       word, full_name(parent), nearest);
  }
  return fmt::format("there is no command `{} {}`; there is {}", full_name(parent), word,
                     model::listed(views_of(names), names.size()));
}

std::string explain_mistake(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = reached_command(program);
  // What a command does not take, CLI11 hands to those above it.
  for (const CLI::App* each = &command; each != nullptr; each = each->get_parent()) {
    const Names unknown = each->remaining();
    if (!unknown.empty() && !each->get_allow_extras())
      return unknown_word(command, unknown.front());
  }
  const Names names = command_names(command);
  if (names.empty()) return error.what();
  return fmt::format("{} needs a command: {}", full_name(command),
                     model::listed(views_of(names), names.size()));
}

}  // namespace partita::cli
