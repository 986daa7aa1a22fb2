#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/mistakes.h"

namespace partita::cli {
namespace {

// A command, and what may follow it.
struct Choices {
  std::string command;  // "partita model"
  std::vector<std::string> words;
};

std::vector<const CLI::App*> commands_of(const CLI::App& parent) {
  return parent.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); });
}

std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* each : commands_of(command)) words.push_back(each->get_name());
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  }
  return words;
}

void collect(const CLI::App& command, std::vector<Choices>& all) {
  all.push_back({full_name(command), words_of(command)});
  for (const CLI::App* each : commands_of(command)) collect(*each, all);
}

// Both shells find the longest command that the line begins with; options in between end it.
constexpr std::string_view kBash = R"(_partita() {{
  local line="partita" word at
  for ((at = 1; at < COMP_CWORD; ++at)); do
    word="${{COMP_WORDS[at]}}"
    [[ $word == -* ]] && break
    line="$line $word"
  done
  local choices=""
  while [[ -z $choices && -n $line ]]; do
    case "$line" in
{}    esac
    [[ -z $choices ]] && {{ [[ $line == *" "* ]] || break; line="${{line% *}}"; }}
  done
  COMPREPLY=($(compgen -W "$choices" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _partita partita
)";

constexpr std::string_view kZsh = R"(autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
)";

std::string bash_script(const std::vector<Choices>& all) {
  std::string cases;
  for (const Choices& each : all) {
    cases +=
        fmt::format("      \"{}\") choices=\"{}\" ;;\n", each.command, fmt::join(each.words, " "));
  }
  return fmt::format(kBash, cases);
}

// "model apply" is asked for by both words having been seen.
std::string fish_script(const std::vector<Choices>& all) {
  std::string script = "complete -c partita -f -n __fish_use_subcommand\n";
  for (const Choices& each : all) {
    std::string condition = "__fish_use_subcommand";
    const auto blank = each.command.find(' ');
    if (blank != std::string::npos) {
      condition = "true";
      for (const auto& word : CLI::detail::split(each.command.substr(blank + 1), ' ')) {
        condition += fmt::format("; and __fish_seen_subcommand_from {}", word);
      }
    }
    for (const std::string& word : each.words) {
      const bool is_option = word.starts_with("--");
      script += fmt::format("complete -c partita -n '{}' {} {}\n", condition,
                            is_option ? "-l" : "-a", is_option ? word.substr(2) : word);
    }
  }
  return script;
}

}  // namespace

Result<std::string> completion_script(const CLI::App& program, std::string_view shell) {
  std::vector<Choices> all;
  collect(program, all);
  if (shell == "bash") return bash_script(all);
  if (shell == "zsh") return std::string(kZsh) + bash_script(all);
  if (shell == "fish") return fish_script(all);
  return Error::invalid_argument(
      fmt::format("completion is there for bash, zsh and fish, not for {}", shell));
}

}  // namespace partita::cli
