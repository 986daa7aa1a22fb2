#include "model/definition/commented_json.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/definition/finding_list.h"
#include "model/definition/yaml_reader.h"
#include "partita/base/check.h"

namespace partita::model {
namespace {

// How many characters from `at` on are a comment.
std::size_t comment_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(rest.find('\n'), rest.size());
  if (!rest.starts_with("/*")) return 0;
  const std::size_t end = rest.find("*/", 2);
  return end == std::string_view::npos ? rest.size() : end + 2;
}

// How many characters from the quote at `at` on are a text, its quotes included.
std::size_t quoted_length(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size()) - at;
}

// The text with blanks for comments: every line stays where it is.
std::string without_comments(std::string_view text) {
  std::string plain(text);
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      at += quoted_length(text, at);
      continue;
    }
    const std::size_t length = comment_length(text, at);
    for (std::size_t i = at; i < at + length; ++i) {
      if (plain[i] != '\n') plain[i] = ' ';
    }
    at += std::max<std::size_t>(length, 1);
  }
  return plain;
}

void move_to(Node& node, Place place) {
  node.place = place;
  for (Node& element : node.elements) move_to(element, place);
  for (Node::Member& member : node.members) {
    member.place = place;
    move_to(member.value, place);
  }
}

}  // namespace

Result<Node> read_commented_json(std::string_view text, Place place) {
  const std::string plain = without_comments(text);
  if (plain.find_first_not_of(" \n\t\r") == std::string::npos) {
    return Error::invalid_argument("the text holds nothing but comments");
  }
  FindingList findings;
  // JSON is a part of YAML, which also allows the comma behind a last member.
  std::optional<Node> node = read_yaml(plain, findings);
  if (!findings.is_empty()) {
    const std::vector<Finding> found = std::move(findings).take();
    return Error::invalid_argument(
        fmt::format("line {} of the text: {}", found[0].place.line, found[0].message));
  }
  PARTITA_CHECK(node.has_value());
  move_to(*node, place);
  return *std::move(node);
}

}  // namespace partita::model
