#include "language/expression/condition.h"

#include <utility>

#include "language/expression/condition_check.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;

class Binder {
 public:
  Binder(const ConditionTree& tree, BoundOperands& operands, PlaceholderUse& use)
      : tree_(tree), operands_(operands), use_(use) {}

  Status bind(NodeIndex index) {
    const ConditionNode& node = tree_.nodes[index];
    const bool has_nodes =
        node.kind == Kind::And || node.kind == Kind::Or || node.kind == Kind::Not;
    if (!has_nodes) return bind_test(node);
    for (const NodeIndex child : node.children) TRY(bind(child));
    return {};
  }

 private:
  Status bind_test(const ConditionNode& node) {
    TRY(bind_operands(node.children));
    return check_test(tree_.kind, node, operands_);
  }

  Status bind_operands(std::span<const OperandIndex> indexes) {
    for (const OperandIndex index : indexes) {
      TRY(operands_.bind(index, tree_.kind, use_));
      if (const Call* const call = operands_.call(index)) TRY(bind_operands(call->arguments));
    }
    return {};
  }

  const ConditionTree& tree_;
  BoundOperands& operands_;
  PlaceholderUse& use_;
};

}  // namespace

Result<Condition> Condition::bind(std::shared_ptr<const ConditionTree> tree, PlaceholderUse& use) {
  Condition condition(std::move(tree));
  TRY(Binder(*condition.tree_, condition.operands_, use).bind(condition.tree_->root));
  return condition;
}

}  // namespace partita::expression
