#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command_tree.h"
#include "cli/mistakes.h"
#include "cli/version.h"

namespace partita::cli {
namespace {

// Text as roff shows it unchanged: dashes that can be copied, no escapes, no requests.
std::string roff_escaped(std::string_view text) {
  std::string escaped;
  if (text.starts_with('.') || text.starts_with('\'')) escaped = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

// "partita-model-apply"
std::string page_name(const CLI::App& command) {
  std::string name = full_name(command);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string page_head(std::string_view name, int section, std::string_view summary) {
  std::string title(name);
  std::transform(title.begin(), title.end(), title.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return fmt::format(".TH {} {} \"\" \"partita {}\" \"Partita\"\n.SH NAME\n{} \\- {}\n",
                     roff_escaped(title), section, version(), roff_escaped(name),
                     roff_escaped(summary));
}

// Paragraphs are filled; runs of lines that begin with a blank are shown as they are.
class Prose {
 public:
  void add(std::string_view line) {
    if (line.empty()) {
      is_pending_ = true;
      return;
    }
    const bool is_verbatim = line.starts_with(' ');
    if (is_verbatim != is_verbatim_)
      text_ += is_verbatim ? ".PP\n.nf\n" : ".fi\n.PP\n";
    else if (is_pending_)
      text_ += is_verbatim ? "\n" : ".PP\n";
    is_pending_ = false;
    is_verbatim_ = is_verbatim;
    text_ += roff_escaped(line) + "\n";
  }

  std::string take() {
    if (is_verbatim_) text_ += ".fi\n";
    return std::move(text_);
  }

 private:
  std::string text_;
  bool is_verbatim_ = false;
  bool is_pending_ = false;
};

std::string prose(std::string_view text) {
  Prose made;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    made.add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return made.take();
}

// What stands below the options in the help: examples first, then remarks.
std::string footer_sections(std::string_view footer) {
  std::string sections;
  for (const std::string_view heading : {"\nExamples:\n", "\nExample:\n"}) {
    if (!footer.starts_with(heading)) continue;
    footer.remove_prefix(heading.size());
    auto end = footer.find("\n\n");
    end = std::min(end, footer.size());
    sections += ".SH EXAMPLES\n" + prose(footer.substr(0, end));
    footer.remove_prefix(end);
  }
  const auto begin = footer.find_first_not_of('\n');
  if (begin == footer.npos) return sections;
  return sections + ".SH NOTES\n" + prose(footer.substr(begin));
}

std::string synopsis(const CLI::App& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n.B {}\n", roff_escaped(full_name(command)));
  if (!options_of(command).empty()) text += "[\\fIoptions\\fR]\n";
  for (const CLI::Option* each : arguments_of(command)) {
    const std::string name = roff_escaped(each->get_name(true));
    const char* more = each->get_items_expected_max() > 1 ? "..." : "";
    text += each->get_required() ? fmt::format("\\fI{}\\fR{}\n", name, more)
                                 : fmt::format("[\\fI{}\\fR{}]\n", name, more);
  }
  if (!commands_of(command).empty()) text += "\\fIcommand\\fR ...\n";
  return text;
}

// ".TP", the option, and what it does.
std::string option_entry(const CLI::Option& option) {
  std::string names;
  for (const auto& name : option.get_snames()) names += fmt::format("\\fB\\-{}\\fR, ", name);
  for (const auto& name : option.get_lnames()) {
    names += fmt::format("\\fB\\-\\-{}\\fR, ", roff_escaped(name));
  }
  names.resize(names.size() - 2);
  if (takes_value(option)) {
    names += fmt::format(" \\fI{}\\fR", roff_escaped(option.get_type_name()));
  }
  std::string text = fmt::format(".TP\n{}\n{}\n", names, roff_escaped(option.get_description()));
  if (takes_value(option) && !option.get_default_str().empty()) {
    text += fmt::format("(default: {})\n", roff_escaped(option.get_default_str()));
  }
  if (!option.get_envname().empty()) {
    text += fmt::format("(variable: {})\n", roff_escaped(option.get_envname()));
  }
  return text;
}

std::string option_sections(const CLI::App& command) {
  std::string text;
  if (const auto arguments = arguments_of(command); !arguments.empty()) {
    text += ".SH ARGUMENTS\n";
    for (const CLI::Option* each : arguments) {
      text += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff_escaped(each->get_name(true)),
                          roff_escaped(each->get_description()));
    }
  }
  if (const auto options = options_of(command); !options.empty()) {
    text += ".SH OPTIONS\n";
    for (const CLI::Option* each : options) text += option_entry(*each);
  }
  return text;
}

std::string command_section(const CLI::App& command) {
  const auto commands = commands_of(command);
  if (commands.empty()) return "";
  std::string text = ".SH COMMANDS\n";
  for (const CLI::App* each : commands) {
    text += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff_escaped(page_name(*each)),
                        roff_escaped(each->get_description()));
  }
  return text;
}

std::string topic_section(const std::vector<Topic>& topics) {
  std::string text = ".SH TOPICS\n";
  for (const Topic& each : topics) {
    text += fmt::format(".TP\n\\fBpartita\\-{}\\fR(7)\n{}\n", roff_escaped(each.name),
                        roff_escaped(each.summary));
  }
  return text;
}

std::string see_also(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  if (parent == nullptr) return "";
  return fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff_escaped(page_name(*parent)));
}

ManualPage command_page(const CLI::App& command, const std::vector<Topic>& topics) {
  const bool is_program = command.get_parent() == nullptr;
  return {page_name(command) + ".1",
          page_head(page_name(command), 1, command.get_description()) + synopsis(command) +
              command_section(command) + option_sections(command) +
              footer_sections(command.get_footer()) + (is_program ? topic_section(topics) : "") +
              see_also(command)};
}

ManualPage topic_page(const Topic& topic) {
  const std::string name = "partita-" + topic.name;
  return {name + ".7", page_head(name, 7, topic.summary) + ".SH DESCRIPTION\n" + prose(topic.text) +
                           ".SH SEE ALSO\n\\fBpartita\\fR(1)\n"};
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& program, const std::vector<Topic>& topics) {
  std::vector<ManualPage> pages;
  for (const CLI::App* each : all_commands(program)) pages.push_back(command_page(*each, topics));
  for (const Topic& each : topics) pages.push_back(topic_page(each));
  return pages;
}

}  // namespace partita::cli
