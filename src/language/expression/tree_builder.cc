#include "language/expression/tree_builder.h"

#include <utility>

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;

}  // namespace

OperandIndex OperandBuilder::path(std::string_view attribute) {
  Path path;
  path.parts.emplace_back(AttributeName{.text = std::string(attribute)});
  return add(std::move(path));
}

OperandIndex OperandBuilder::value(const ValueView& value) {
  return add(Constant{Bytes(value.bytes())});
}

OperandIndex OperandBuilder::copy_of(const Operand& operand) { return add(operand); }

OperandIndex OperandBuilder::function(Function function, std::vector<OperandIndex> arguments) {
  return add(Call{.function = function, .arguments = std::move(arguments)});
}

OperandIndex OperandBuilder::add(Operand operand) {
  operands_.push_back(std::move(operand));
  return static_cast<OperandIndex>(operands_.size() - 1);
}

NodeIndex ConditionBuilder::compare(OperandIndex left, Comparator comparator, OperandIndex right) {
  return add_node({.kind = Kind::Compare, .comparator = comparator, .children = {left, right}});
}

NodeIndex ConditionBuilder::between(OperandIndex value, OperandIndex lower, OperandIndex upper) {
  return add_node({.kind = Kind::Between, .children = {value, lower, upper}});
}

NodeIndex ConditionBuilder::in(OperandIndex value, const std::vector<OperandIndex>& list) {
  ConditionNode node{.kind = Kind::In, .children = {value}};
  node.children.insert(node.children.end(), list.begin(), list.end());
  return add_node(std::move(node));
}

NodeIndex ConditionBuilder::call(Function function, std::vector<OperandIndex> arguments) {
  return add_node(
      {.kind = Kind::Call, .children = {this->function(function, std::move(arguments))}});
}

NodeIndex ConditionBuilder::and_(std::vector<NodeIndex> nodes) {
  return add_node({.kind = Kind::And, .children = std::move(nodes)});
}

NodeIndex ConditionBuilder::or_(std::vector<NodeIndex> nodes) {
  return add_node({.kind = Kind::Or, .children = std::move(nodes)});
}

NodeIndex ConditionBuilder::not_(NodeIndex node) {
  return add_node({.kind = Kind::Not, .children = {node}});
}

NodeIndex ConditionBuilder::add_node(ConditionNode node) {
  tree_.nodes.push_back(std::move(node));
  return static_cast<NodeIndex>(tree_.nodes.size() - 1);
}

std::shared_ptr<const ConditionTree> ConditionBuilder::finish(NodeIndex root) && {
  tree_.operands = std::move(operands_);
  tree_.root = root;
  return std::make_shared<const ConditionTree>(std::move(tree_));
}

void UpdateBuilder::set(OperandIndex path, OperandIndex value) {
  tree_.actions.push_back({.kind = UpdateAction::Kind::Set, .path = path, .value = value});
}

void UpdateBuilder::remove(OperandIndex path) {
  tree_.actions.push_back({.kind = UpdateAction::Kind::Remove, .path = path});
}

void UpdateBuilder::add_to(OperandIndex path, OperandIndex value) {
  tree_.actions.push_back({.kind = UpdateAction::Kind::Add, .path = path, .value = value});
}

void UpdateBuilder::delete_from(OperandIndex path, OperandIndex value) {
  tree_.actions.push_back({.kind = UpdateAction::Kind::Delete, .path = path, .value = value});
}

std::shared_ptr<const UpdateTree> UpdateBuilder::finish() && {
  tree_.operands = std::move(operands_);
  return std::make_shared<const UpdateTree>(std::move(tree_));
}

}  // namespace partita::expression
