#include "cli/completion.h"

#include <fmt/format.h>

#include <utility>

#include "cli/command_tree.h"
#include "cli/completion_scripts.h"
#include "cli/mistakes.h"

namespace partita::cli {
namespace {

// All names of an option, with their dashes.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

CompletedValue value_of(const CLI::Option& option) {
  auto choices = choices_of(option);
  if (!choices.empty()) return {ValueKind::Choices, std::move(choices)};
  const std::string name = value_name(option);
  const auto& names = option.get_lnames();
  const bool is_called_file = !names.empty() && names.front().ends_with("-file");
  if (name.starts_with("FILE") || is_called_file) return {ValueKind::File, {}};
  return {name.starts_with("DIR") ? ValueKind::Directory : ValueKind::Anything, {}};
}

CompletedCommand completed(const CLI::App& command) {
  CompletedCommand made{.name = full_name(command)};
  for (const CLI::App* each : commands_of(command)) {
    made.commands.push_back({each->get_name(), each->get_description()});
  }
  for (const CLI::Option* each : options_of(command)) {
    made.options.push_back({.names = names_of(*each),
                            .description = each->get_description(),
                            .takes_value = takes_value(*each),
                            .value = value_of(*each)});
  }
  for (const CLI::Option* each : arguments_of(command)) made.arguments.push_back(value_of(*each));
  return made;
}

}  // namespace

Result<std::string> completion_script(const CLI::App& program,
                                      const std::vector<std::string>& topics,
                                      std::string_view shell) {
  CompletedProgram all{.topics = topics};
  for (const CLI::App* each : all_commands(program)) all.commands.push_back(completed(*each));
  if (shell == "bash") return bash_completion(all);
  if (shell == "zsh") return zsh_completion(all);
  if (shell == "fish") return fish_completion(all);
  return Error::invalid_argument(
      fmt::format("completion is there for bash, zsh and fish, not for {}", shell));
}

}  // namespace partita::cli
