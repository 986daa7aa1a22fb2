#include "cli/guide_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command_tree.h"
#include "cli/completion.h"
#include "cli/footers.h"
#include "cli/manual.h"
#include "cli/mistakes.h"
#include "cli/topics.h"
#include "cli/version.h"

namespace partita::cli {
namespace {

std::vector<std::string> topic_names(const CLI::App& program) {
  std::vector<std::string> names{"topics"};
  for (const Topic& each : topics_of(program)) names.push_back(each.name);
  return names;
}

std::string topic_list(const std::vector<Topic>& topics) {
  std::string text = "Topics of `partita help TOPIC`:\n";
  for (const Topic& each : topics) text += fmt::format("  {:<16} {}\n", each.name, each.summary);
  return text + "`partita help COMMAND` shows what a command does and takes.\n";
}

}  // namespace

void GuideOptions::add_to(CLI::App& program) {
  program_ = &program;
  version_ = program.add_subcommand("version", "Print the version");
  version_->footer(kVersionFooter);
  program.add_subcommand("help", "Show the help of a command or a topic")->footer(kHelpFooter);
  completion_ = program.add_subcommand("completion", "Print the completion script of a shell");
  completion_->alias("completions");
  completion_->footer(kCompletionFooter);
  completion_->add_option("SHELL", shell_, "The shell")->type_name("bash|zsh|fish")->required();
  man_ = program.add_subcommand("man", "Print a manual page, for man -l");
  man_->footer(kManFooter);
  man_->add_option("PAGE", page_, "A command (model apply), a topic, or the name of the page");
  man_->add_flag("--list", lists_pages_, "Print the names of all pages");
}

bool GuideOptions::is_chosen() const {
  return version_->parsed() || completion_->parsed() || man_->parsed();
}

Result<std::string> GuideOptions::text() const {
  if (completion_->parsed()) return completion_script(*program_, topic_names(*program_), shell_);
  if (man_->parsed()) return manual();
  return fmt::format("partita {}\n", version());
}

std::string GuideOptions::help_line() const {
  return full_name(man_->parsed() ? *man_ : *completion_) + " --help";
}

Result<std::string> GuideOptions::help(const std::vector<std::string>& words) const {
  if (const CLI::App* command = find_command(*program_, words)) {
    const CLI::App* const parent = command->get_parent();
    return command->help(parent == nullptr ? "" : full_name(*parent));
  }
  const auto topics = topics_of(*program_);
  if (words.size() == 1) {
    if (words[0] == "topics") return topic_list(topics);
    const auto found = std::find_if(topics.begin(), topics.end(),
                                    [&](const Topic& each) { return each.name == words[0]; });
    if (found != topics.end()) return found->text;
  }
  // The first word that leads nowhere.
  std::vector<std::string> known;
  while (find_command(*program_, known) != nullptr) known.push_back(words[known.size()]);
  const std::string unknown = known.back();
  known.pop_back();
  const std::string text = unknown_command(*find_command(*program_, known), unknown);
  if (!known.empty() || text.ends_with('?')) return Error::invalid_argument(text);
  return Error::invalid_argument(
      fmt::format("{}; and the topics {}", text, fmt::join(topic_names(*program_), ", ")));
}

Result<std::string> GuideOptions::manual() const {
  const auto pages = manual_pages(*program_, topics_of(*program_));
  if (lists_pages_) {
    std::string names;
    for (const ManualPage& each : pages) names += each.name + "\n";
    return names;
  }
  std::string name = fmt::format("{}", fmt::join(page_, "-"));
  if (!name.starts_with("partita")) name = name.empty() ? "partita" : "partita-" + name;
  for (const ManualPage& each : pages) {
    if (each.name == name || each.name == name + ".1" || each.name == name + ".7") return each.roff;
  }
  return Error::invalid_argument(
      fmt::format("there is no manual page {}; partita man --list has all names", name));
}

}  // namespace partita::cli
