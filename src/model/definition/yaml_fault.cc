#include "model/definition/yaml_fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace partita::model {
namespace {

std::vector<std::string_view> lines_until(std::string_view text, int last) {
  std::vector<std::string_view> lines;
  while (!text.empty() && static_cast<int>(lines.size()) < last) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool is_blank(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos || line[begin] == '#';
}

std::optional<YamlFault> find_tab(const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto tab = lines[i].substr(0, indentation_of(lines[i])).find('\t');
    if (tab == std::string_view::npos || is_blank(lines[i])) continue;
    return YamlFault{{static_cast<int>(i) + 1, static_cast<int>(tab) + 1},
                     "the line is indented with a tab; YAML is indented with spaces only"};
  }
  return std::nullopt;
}

// Where the lines above that this one could continue begin; what follows a dash counts as well.
std::vector<std::size_t> open_levels(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> levels;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (is_blank(lines[i])) continue;
    std::size_t level = indentation_of(lines[i]);
    while (!levels.empty() && levels.back() >= level) levels.pop_back();
    levels.push_back(level);
    while (lines[i].substr(level).starts_with("- ")) {
      level += 2;
      levels.push_back(level);
    }
  }
  return levels;
}

// Whether the parser stumbled over a line; between braces, indentation says nothing.
bool is_about_lines(std::string_view message) {
  return message == "end of map not found" || message == "end of sequence not found" ||
         message == "illegal map key" || message == "illegal map value" ||
         message == "illegal block entry";
}

std::optional<std::string> explain_indentation(const std::vector<std::string_view>& lines) {
  if (lines.empty()) return std::nullopt;
  const auto levels = open_levels(lines);
  const std::size_t level = indentation_of(lines.back());
  const bool is_known = std::find(levels.begin(), levels.end(), level) != levels.end();
  if (is_known || levels.empty()) return std::nullopt;
  return fmt::format(
      "the line begins after {} {}, and none of the lines above that it could belong to does: they "
      "begin after {}",
      level, level == 1 ? "space" : "spaces", fmt::join(levels, ", "));
}

// "title: Orders: all of them"
bool has_two_colons(std::string_view line) {
  const auto first = line.find(": ");
  return first != std::string_view::npos && line.find(": ", first + 2) != std::string_view::npos;
}

}  // namespace

YamlFault explain_yaml_fault(std::string_view text, const YamlFault& told) {
  const auto lines = lines_until(text, told.place.line);
  if (auto tab = find_tab(lines)) return *tab;
  const auto indentation = is_about_lines(told.message) ? explain_indentation(lines) : std::nullopt;
  if (indentation) return {told.place, *indentation};
  std::string message = "not YAML: " + told.message;
  if (!lines.empty() && has_two_colons(lines.back())) {
    message += "; a text with a colon and a blank in it is written in quotes";
  } else if (is_about_lines(told.message)) {
    message += "; is there a key without its `: `, here or in the line above?";
  }
  return {told.place, message};
}

}  // namespace partita::model
