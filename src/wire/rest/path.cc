#include "wire/rest/path.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelled/serving/failure.h"
#include "partita/base/utf8.h"
#include "wire/protocol/percent_encoding.h"

namespace partita::rest {
namespace {

constexpr std::size_t kSegmentsMax = 32;

Error bad_path(std::string message) {
  return serving::failure(serving::FailureKind::BadArgument, std::move(message));
}

// Takes the first segment off the path, with the slash before it.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(path.starts_with('/') ? 1 : 0);
  const auto segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

// What stands behind the parameter that a segment begins with: ":claim" of {id}:claim, or empty.
std::string_view ending_of(std::string_view segment) {
  const auto close = segment.find("}:");
  const bool has_one = segment.starts_with('{') && close != segment.npos && close > 1;
  return has_one ? segment.substr(close + 1) : std::string_view();
}

bool is_parameter(std::string_view segment) {
  return segment.size() > 2 && segment.starts_with('{') && segment.ends_with('}');
}

}  // namespace

Result<std::vector<std::string>> path_segments(std::string_view path) {
  std::vector<std::string> segments;
  if (path.ends_with('/')) path.remove_suffix(1);
  while (!path.empty()) {
    if (segments.size() == kSegmentsMax) {
      return bad_path(fmt::format("the path has more than {} segments", kSegmentsMax));
    }
    const std::string_view segment = take_segment(path);
    // A signature is over the path without these, so a signed path could lead elsewhere.
    if (segment.empty() || segment == "." || segment == "..") {
      return bad_path("the path has an empty segment, or one that is . or ..");
    }
    protocol::append_percent_decoded(segments.emplace_back(), segment);
    if (!is_valid_utf8(segments.back())) return bad_path("the path is not UTF-8 once decoded");
  }
  return segments;
}

struct PathTree::Walk {
  const std::vector<std::string>& segments;
  Values values;
  Visit visit;
};

std::size_t PathTree::child(std::size_t node, std::string_view segment) {
  if (is_parameter(segment)) {
    if (!nodes_[node].parameter) {
      nodes_[node].parameter = nodes_.size();
      nodes_.emplace_back();
    }
    return *nodes_[node].parameter;
  }
  if (const auto ending = ending_of(segment); !ending.empty()) {
    for (const auto& [known, child] : nodes_[node].endings) {
      if (known == ending) return child;
    }
    nodes_[node].endings.emplace_back(ending, nodes_.size());
    nodes_.emplace_back();
    return nodes_.size() - 1;
  }
  auto& literals = nodes_[node].literals;
  const auto at = std::lower_bound(
      literals.begin(), literals.end(), segment,
      [](const auto& literal, std::string_view wanted) { return literal.first < wanted; });
  if (at != literals.end() && at->first == segment) return at->second;
  const std::size_t added = nodes_.size();
  literals.emplace(at, std::string(segment), added);
  nodes_.emplace_back();
  return added;
}

std::size_t PathTree::add(std::string_view path_template) {
  std::size_t node = 0;
  while (!path_template.empty()) node = child(node, take_segment(path_template));
  if (!nodes_[node].number) nodes_[node].number = size_++;
  return *nodes_[node].number;
}

const PathTree::Node* PathTree::find_literal(const Node& node, std::string_view segment) const {
  const auto at = std::lower_bound(
      node.literals.begin(), node.literals.end(), segment,
      [](const auto& literal, std::string_view wanted) { return literal.first < wanted; });
  if (at == node.literals.end() || at->first != segment) return nullptr;
  return &nodes_[at->second];
}

// An empty value names nothing.
bool PathTree::descend_by_value(std::size_t child, std::string_view value, std::size_t depth,
                                Walk& walk) const {
  if (value.empty()) return false;
  walk.values.push_back(value);
  const bool is_found = descend(nodes_[child], depth + 1, walk);
  walk.values.pop_back();
  return is_found;
}

// As deep as the path has segments at most, of which there are few.
bool PathTree::descend(const Node& node, std::size_t depth, Walk& walk) const {
  if (depth == walk.segments.size()) {
    return node.number && walk.visit(*node.number, walk.values);
  }
  const std::string& segment = walk.segments[depth];
  const Node* literal = find_literal(node, segment);
  if (literal != nullptr && descend(*literal, depth + 1, walk)) return true;
  for (const auto& [ending, child] : node.endings) {
    if (!segment.ends_with(ending)) continue;
    const auto value = std::string_view(segment).substr(0, segment.size() - ending.size());
    if (descend_by_value(child, value, depth, walk)) return true;
  }
  return node.parameter && descend_by_value(*node.parameter, segment, depth, walk);
}

bool PathTree::find(const std::vector<std::string>& segments, Visit visit) const {
  Walk walk{.segments = segments, .values = {}, .visit = visit};
  return descend(nodes_.front(), 0, walk);
}

}  // namespace partita::rest
