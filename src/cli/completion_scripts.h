#pragma once

#include <cstdint>
#include <string>
#include <vector>

// The scripts of the three shells, made from one description of the program. All of them find the
// command that the words so far lead to, wherever options stand between, and offer what it takes.
namespace partita::cli {

// What a shell should offer for the value of an option, or for an argument.
enum class ValueKind : std::uint8_t { Anything, Choices, File, Directory };

struct CompletedValue {
  ValueKind kind = ValueKind::Anything;
  std::vector<std::string> choices;  // Of ValueKind::Choices.
};

struct CompletedOption {
  std::vector<std::string> names;  // "-v", "--version"
  std::string description;
  bool takes_value = false;
  CompletedValue value;
};

struct NamedCommand {
  std::string name;
  std::string description;
};

struct CompletedCommand {
  std::string name;                    // "partita model apply"
  std::vector<NamedCommand> commands;  // Right below it.
  std::vector<CompletedOption> options;
  std::vector<CompletedValue> arguments;
};

// The program itself is the first command.
struct CompletedProgram {
  std::vector<CompletedCommand> commands;
  std::vector<std::string> topics;  // Of `partita help`.
};

std::string bash_completion(const CompletedProgram& program);
std::string zsh_completion(const CompletedProgram& program);
std::string fish_completion(const CompletedProgram& program);

}  // namespace partita::cli
