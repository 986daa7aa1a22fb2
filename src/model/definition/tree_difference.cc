#include "model/definition/tree_difference.h"

#include <fmt/format.h>

namespace partita::model {
namespace {

// In YAML's flow style, on one line.
std::string to_text(const Node& node) {
  if (node.is_scalar()) return node.kind == Node::Kind::Null ? "null" : node.text;
  std::string text;
  const auto separate = [&] { text += text.empty() ? "" : ", "; };
  for (const Node& element : node.elements) {
    separate();
    text += to_text(element);
  }
  for (const Node::Member& member : node.members) {
    separate();
    text += fmt::format("{}: {}", member.name, to_text(member.value));
  }
  return node.kind == Node::Kind::List ? "[" + text + "]" : "{" + text + "}";
}

class Comparison {
 public:
  std::vector<TreeDifference> take() && { return std::move(found_); }

  void compare(const std::string& path, const Node& left, const Node& right) {
    const bool are_lists = left.kind == Node::Kind::List && right.kind == Node::Kind::List &&
                           left.elements.size() == right.elements.size();
    if (left.kind == Node::Kind::Map && right.kind == Node::Kind::Map) {
      compare_members(path, left, right);
    } else if (are_lists) {
      for (std::size_t i = 0; i < left.elements.size(); ++i) {
        compare(fmt::format("{}[{}]", path, i), left.elements[i], right.elements[i]);
      }
    } else if (left.kind != right.kind || to_text(left) != to_text(right)) {
      found_.push_back({path, to_text(left), to_text(right)});
    }
  }

 private:
  void compare_members(const std::string& path, const Node& left, const Node& right) {
    const auto below = [&](const std::string& name) {
      return path.empty() ? name : fmt::format("{}.{}", path, name);
    };
    for (const Node::Member& member : left.members) {
      if (const Node* other = right.find(member.name)) {
        compare(below(member.name), member.value, *other);
      } else {
        found_.push_back({below(member.name), to_text(member.value), std::nullopt});
      }
    }
    for (const Node::Member& member : right.members) {
      if (left.find(member.name) != nullptr) continue;
      found_.push_back({below(member.name), std::nullopt, to_text(member.value)});
    }
  }

  std::vector<TreeDifference> found_;
};

}  // namespace

std::vector<TreeDifference> difference(const Node& left, const Node& right) {
  Comparison comparison;
  comparison.compare("", left, right);
  return std::move(comparison).take();
}

}  // namespace partita::model
