#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

// What the commands of the program are, as people are shown them. Manual pages and completions are
// made from this tree, so they cannot name an option that is not there.
namespace partita::cli {

// The commands right below one, without hidden ones.
std::vector<const CLI::App*> commands_of(const CLI::App& parent);

// A command and all below it, each before its own commands.
std::vector<const CLI::App*> all_commands(const CLI::App& program);

// The options with a name, and the arguments without; hidden ones are in neither.
std::vector<const CLI::Option*> options_of(const CLI::App& command);
std::vector<const CLI::Option*> arguments_of(const CLI::App& command);

// A flag stands alone; other options have a value behind them.
bool takes_value(const CLI::Option& option);

// The values of an option whose type is called "json|text"; empty if it can be anything.
std::vector<std::string> choices_of(const CLI::Option& option);

// The name that people see for a value, such as FILE: of an argument it is the argument's own.
std::string value_name(const CLI::Option& option);

// The command that the words lead to, from the program downwards; nullptr if there is none.
const CLI::App* find_command(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace partita::cli
