#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

// What is wrong with a command line, in words that lead on: CLI11 knows only that it is wrong.
namespace partita::cli {

// The command that the words led to: `partita model apply`, or the program itself.
const CLI::App& reached_command(const CLI::App& program);

// "partita model apply"
std::string full_name(const CLI::App& command);

// One sentence without a full stop: which word is not understood, and what was probably meant.
std::string explain_mistake(const CLI::App& program, const CLI::ParseError& error);

// "there is no command `partita model remov`; did you mean `partita model remove`?"
std::string unknown_command(const CLI::App& parent, std::string_view word);

}  // namespace partita::cli
