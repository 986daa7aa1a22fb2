#include "cli/command_tree.h"

namespace partita::cli {
namespace {

void collect_commands(const CLI::App& command, std::vector<const CLI::App*>& all) {
  all.push_back(&command);
  for (const CLI::App* each : commands_of(command)) collect_commands(*each, all);
}

std::vector<const CLI::Option*> visible_options(const CLI::App& command, bool with_names) {
  return command.get_options([with_names](const CLI::Option* each) {
    const bool has_name = !each->get_lnames().empty() || !each->get_snames().empty();
    return has_name == with_names && !each->get_group().empty();
  });
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& parent) {
  return parent.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  std::vector<const CLI::App*> all;
  collect_commands(program, all);
  return all;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  return visible_options(command, /*with_names=*/true);
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
  return visible_options(command, /*with_names=*/false);
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string names = option.get_type_name();
  if (names.find('|') == std::string::npos) return {};
  return CLI::detail::split(names, '|');
}

std::string value_name(const CLI::Option& option) {
  return option.get_positional() ? option.get_name(true) : option.get_type_name();
}

const CLI::App* find_command(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* command = &program;
  for (const std::string& word : words) {
    const auto found =
        command->get_subcommands([&](const CLI::App* each) { return each->check_name(word); });
    if (found.empty()) return nullptr;
    command = found.front();
  }
  return command;
}

}  // namespace partita::cli
