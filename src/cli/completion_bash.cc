#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion_scripts.h"

namespace partita::cli {
namespace {

// In its arguments: the patterns of all commands but the program; the topics of help; a case for
// each option with a value; a case for the words of each command.
// "=" is a word of its own to bash, so --log=json is three words.
constexpr std::string_view kBashScript =
    R"(# bash completion, made by `partita completion bash`
_partita() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD - 1]}}"
  local command="partita" at commands="" options="" arguments=""
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="${{COMP_WORDS[COMP_CWORD - 2]}}"
  fi
  for ((at = 1; at < COMP_CWORD; ++at)); do
    case "$command ${{COMP_WORDS[at]}}" in
      {0})
        command="$command ${{COMP_WORDS[at]}}" ;;
    esac
    # `partita help model apply`: from there on as if help were not there.
    [[ $command == "partita help" ]] && command="partita" arguments="{1}"
  done
  COMPREPLY=()
  case "$command $previous" in
{2}  esac
  case "$command" in
{3}  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$commands $arguments" -- "$current")
  fi
}}
complete -o default -F _partita partita
)";

// What sets COMPREPLY for a value.
std::string bash_reply(const CompletedValue& value) {
  std::string wanted;
  switch (value.kind) {
    case ValueKind::Choices:
      wanted = fmt::format("-W \"{}\"", fmt::join(value.choices, " "));
      break;
    case ValueKind::File:
      wanted = "-f";
      break;
    case ValueKind::Directory:
      wanted = "-d";
      break;
    case ValueKind::Anything:
      return "return ;;";
  }
  return fmt::format("mapfile -t COMPREPLY < <(compgen {} -- \"$current\"); return ;;", wanted);
}

std::string option_cases(const CompletedCommand& command) {
  std::string cases;
  for (const auto& option : command.options) {
    if (!option.takes_value) continue;
    for (const auto& name : option.names) {
      cases += fmt::format("    \"{} {}\") {}\n", command.name, name, bash_reply(option.value));
    }
  }
  return cases;
}

// Arguments that are files are left to bash itself: it offers them where nothing else fits.
std::string command_case(const CompletedCommand& command) {
  std::vector<std::string> commands;
  std::vector<std::string> options;
  std::vector<std::string> arguments;
  for (const auto& each : command.commands) commands.push_back(each.name);
  for (const auto& each : command.options) {
    options.insert(options.end(), each.names.begin(), each.names.end());
  }
  for (const auto& each : command.arguments) {
    arguments.insert(arguments.end(), each.choices.begin(), each.choices.end());
  }
  // Where nothing but options can come, they are offered before a dash is typed.
  if (commands.empty() && command.arguments.empty()) arguments = options;
  std::string line = fmt::format("    \"{}\") commands=\"{}\" options=\"{}\"", command.name,
                                 fmt::join(commands, " "), fmt::join(options, " "));
  if (!arguments.empty()) line += fmt::format(" arguments=\"{}\"", fmt::join(arguments, " "));
  return line + " ;;\n";
}

}  // namespace

std::string bash_completion(const CompletedProgram& program) {
  std::vector<std::string> patterns;
  std::string values;
  std::string words;
  for (const auto& command : program.commands) {
    if (&command != &program.commands.front()) patterns.push_back('"' + command.name + '"');
    values += option_cases(command);
    words += command_case(command);
  }
  return fmt::format(kBashScript, fmt::join(patterns, " | "), fmt::join(program.topics, " "),
                     values, words);
}

}  // namespace partita::cli
