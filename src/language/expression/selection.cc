#include "language/expression/selection.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace partita::expression {

// Sorted paths make every branch that exists already the last one of its node.
Selection::Selection(std::span<const DocumentPath> paths) : nodes_(1) {
  std::vector<DocumentPath> sorted(paths.begin(), paths.end());
  std::sort(sorted.begin(), sorted.end(), [](DocumentPath one, DocumentPath two) {
    return std::lexicographical_compare(one.begin(), one.end(), two.begin(), two.end());
  });
  for (const DocumentPath path : sorted) {
    std::uint32_t node = 0;
    for (const PathStep& step : path) node = branch_to(node, step);
  }
}

std::uint32_t Selection::branch_to(std::uint32_t node, const PathStep& step) {
  const auto& branches = nodes_[node].branches;
  if (!branches.empty() && branches.back().step == step) return branches.back().node;
  const auto added = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].branches.push_back({step, added});
  nodes_.emplace_back();
  return added;
}

const Selection::Node* Selection::next(const Node& node, const PathStep& step) const {
  const auto found = std::lower_bound(
      node.branches.begin(), node.branches.end(), step,
      [](const Branch& branch, const PathStep& wanted) { return branch.step < wanted; });
  if (found == node.branches.end() || found->step != step) return nullptr;
  return &nodes_[found->node];
}

// A map or list of which nothing is left is not shown at all, so it must be known before it begins.
bool Selection::has_any(const Node& node, const ValueView& value) const {
  if (node.branches.empty()) return true;
  return std::any_of(node.branches.begin(), node.branches.end(), [&](const Branch& branch) {
    const auto found = value.follow(std::span(&branch.step, 1));
    return found && has_any(nodes_[branch.node], *found);
  });
}

void Selection::write_value(ItemWriter& writer, const Node& node, const ValueView& value) const {
  if (node.branches.empty()) return writer.value(value);
  writer.begin(value.type());
  if (value.type() == ValueType::M) {
    write_members(writer, node, value.map());
  } else {
    write_elements(writer, node, value.list());
  }
  writer.end();
}

void Selection::write_members(ItemWriter& writer, const Node& node, const MapView& map) const {
  for (const auto& [name, value] : map) {
    const Node* const wanted = next(node, PathStep(name));
    if (wanted == nullptr || !has_any(*wanted, value)) continue;
    writer.name(name);
    write_value(writer, *wanted, value);
  }
}

void Selection::write_elements(ItemWriter& writer, const Node& node, const ListView& list) const {
  std::size_t index = 0;
  for (const ValueView& value : list) {
    const Node* const wanted = next(node, PathStep(index++));
    if (wanted != nullptr && has_any(*wanted, value)) write_value(writer, *wanted, value);
  }
}

void Selection::write(ItemWriter& writer, const ItemView& item) const {
  write_members(writer, nodes_.front(), item.attributes());
}

}  // namespace partita::expression
