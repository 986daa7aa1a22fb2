#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion_scripts.h"

namespace partita::cli {
namespace {

// In its argument: the names of all commands but the program.
constexpr std::string_view kFishScript =
    R"(# fish completion, made by `partita completion fish`
set -g __partita_commands {0}
function __partita_command
  set -l command partita
  for word in (commandline -opc)[2..-1]
    if contains -- "$command $word" $__partita_commands
      set command "$command $word"
    end
  end
  # `partita help model apply`: as if help were not there.
  string replace 'partita help' partita -- $command
end
function __partita_at
  test (__partita_command) = $argv[1]
end
function __partita_helps
  contains -- help (commandline -opc)[2..3]
end
)";

std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string_view long_name(const std::string& name) { return std::string_view(name).substr(2); }

// The switches of `complete` for what may stand behind an option.
std::string fish_value(const CompletedValue& value) {
  switch (value.kind) {
    case ValueKind::Choices:
      return fmt::format(" -x -a {}",
                         fish_quoted(fmt::format("{}", fmt::join(value.choices, " "))));
    case ValueKind::File:
      return " -r -F";
    case ValueKind::Directory:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::Anything:
      break;
  }
  return " -x";
}

std::string option_line(const std::string& begin, const CompletedOption& option) {
  std::string line = begin;
  for (const auto& name : option.names) {
    line += name.starts_with("--") ? fmt::format(" -l {}", long_name(name))
                                   : fmt::format(" -s {}", name.substr(1));
  }
  if (option.takes_value) line += fish_value(option.value);
  return fmt::format("{} -d {}\n", line, fish_quoted(option.description));
}

std::string fish_lines(const CompletedCommand& command) {
  const std::string begin =
      fmt::format("complete -c partita -n {}", fish_quoted("__partita_at '" + command.name + "'"));
  std::string lines;
  bool takes_files = false;
  for (const auto& each : command.arguments) {
    takes_files |= each.kind == ValueKind::File || each.kind == ValueKind::Directory;
    if (each.choices.empty()) continue;
    lines += fmt::format("{} -a '{}'\n", begin, fmt::join(each.choices, " "));
  }
  if (!takes_files) lines += begin + " -f\n";
  for (const auto& each : command.commands) {
    lines += fmt::format("{} -a {} -d {}\n", begin, each.name, fish_quoted(each.description));
  }
  for (const auto& each : command.options) lines += option_line(begin, each);
  return lines;
}

}  // namespace

std::string fish_completion(const CompletedProgram& program) {
  std::vector<std::string> names;
  std::string lines;
  for (const auto& command : program.commands) {
    if (&command != &program.commands.front()) names.push_back(fish_quoted(command.name));
    // `partita help model` leads to these, too.
    names.push_back(fish_quoted("partita help" + command.name.substr(7)));
    lines += fish_lines(command);
  }
  return fmt::format(kFishScript, fmt::join(names, " ")) + lines +
         fmt::format("complete -c partita -n __partita_helps -f -a '{}'\n",
                     fmt::join(program.topics, " "));
}

}  // namespace partita::cli
