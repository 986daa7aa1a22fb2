#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion_scripts.h"

namespace partita::cli {
namespace {

// In its arguments: the patterns of all commands but the program; the topics of help; a case for
// each command.
constexpr std::string_view kZshScript = R"(#compdef partita
# zsh completion for partita, made by `partita completion zsh`
_partita() {{
  local command=partita at last=1
  local -a commands topics
  for (( at = 2; at < CURRENT; ++at )); do
    case "$command $words[at]" in
      ({0})
        command="$command $words[at]" last=$at ;;
    esac
    # `partita help model apply`: from there on as if help were not there.
    if [[ $command == "partita help" ]]; then
      command=partita topics=({1})
    fi
  done
  words=("${{(@)words[last,-1]}}")
  (( CURRENT -= last - 1 ))
  case $command in
{2}  esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _partita "$@"
else
  (( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit }}
  compdef _partita partita
fi
)";

// Inside of single quotes, where _arguments and _describe read some characters as their own.
std::string zsh_escaped(std::string_view text, std::string_view specials) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
    } else {
      if (specials.find(c) != specials.npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string zsh_action(const CompletedValue& value) {
  switch (value.kind) {
    case ValueKind::Choices:
      return fmt::format("value:({})", fmt::join(value.choices, " "));
    case ValueKind::File:
      return "file:_files";
    case ValueKind::Directory:
      return "directory:_files -/";
    case ValueKind::Anything:
      break;
  }
  return "value: ";
}

std::string option_specs(const CompletedCommand& command) {
  std::string specs;
  for (const auto& option : command.options) {
    for (const auto& name : option.names) {
      specs += fmt::format(" \\\n        '*{}{}[{}]{}'", name, option.takes_value ? "=" : "",
                           zsh_escaped(option.description, "[]:\\"),
                           option.takes_value ? ":" + zsh_action(option.value) : "");
    }
  }
  return specs;
}

std::string zsh_case(const CompletedCommand& command) {
  std::string text = fmt::format("    (\"{}\")\n", command.name);
  if (!command.commands.empty()) {
    text += "      commands=(";
    for (const auto& each : command.commands) {
      text += fmt::format("\n        '{}:{}'", each.name, zsh_escaped(each.description, ":\\"));
    }
    text +=
        ")\n      if [[ $words[CURRENT] != -* ]]; then\n"
        "        _describe -t commands command commands\n"
        "        (( $#topics )) && compadd -a topics\n"
        "        return\n"
        "      fi\n";
  }
  text += "      _arguments -S" + option_specs(command);
  for (const auto& each : command.arguments)
    text += fmt::format(" \\\n        ':{}'", zsh_action(each));
  if (!command.arguments.empty()) {
    text += fmt::format(" \\\n        '*:{}'", zsh_action(command.arguments.back()));
  }
  return text + " ;;\n";
}

}  // namespace

std::string zsh_completion(const CompletedProgram& program) {
  std::vector<std::string> patterns;
  std::string cases;
  for (const auto& command : program.commands) {
    if (&command != &program.commands.front()) patterns.push_back('"' + command.name + '"');
    cases += zsh_case(command);
  }
  return fmt::format(kZshScript, fmt::join(patterns, "|"), fmt::join(program.topics, " "), cases);
}

}  // namespace partita::cli
