#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "language/expression/expression_kind.h"
#include "language/expression/syntax_tree.h"
#include "partita/value/item_view.h"

// Builds trees in code, for parameters that have the meaning of an expression but are not text
// (Expected, QueryFilter, AttributeUpdates, the patterns of a model ...):
//
//   ConditionBuilder builder;
//   const NodeIndex test = builder.compare(builder.path("n"), Comparator::Less, builder.value(v));
//   auto tree = std::move(builder).finish(test);
//
// The tree has no placeholders (bind it with empty ones), unless an operand is copied from a tree
// with placeholders. It owns its names and constants.

namespace partita::expression {

// The operands of a tree that is being built.
class OperandBuilder {
 public:
  // An attribute by its name, with any characters; reserved words are allowed.
  OperandIndex path(std::string_view attribute);
  // A copy of the value.
  OperandIndex value(const ValueView& value);
  // A path or a value of another tree, including placeholders: then the tree must be bound with the
  // placeholders of the request.
  // REQUIRES: the operand is no call.
  OperandIndex copy_of(const Operand& operand);
  // A function or sum that results in a value: size(...), if_not_exists(...), a + b.
  OperandIndex function(Function function, std::vector<OperandIndex> arguments);

 protected:
  OperandBuilder() = default;

  OperandIndex add(Operand operand);

  std::vector<Operand> operands_;
};

class ConditionBuilder : public OperandBuilder {
 public:
  explicit ConditionBuilder(ExpressionKind kind = ExpressionKind::Condition) { tree_.kind = kind; }

  NodeIndex compare(OperandIndex left, Comparator comparator, OperandIndex right);
  NodeIndex between(OperandIndex value, OperandIndex lower, OperandIndex upper);
  NodeIndex in(OperandIndex value, const std::vector<OperandIndex>& list);
  // A function that is a condition: attribute_exists, attribute_type, begins_with, contains ...
  NodeIndex call(Function function, std::vector<OperandIndex> arguments);
  // Without nodes, and_ is always true and or_ is always false.
  NodeIndex and_(std::vector<NodeIndex> nodes);  // NOLINT: `and` is C++'s own word.
  NodeIndex or_(std::vector<NodeIndex> nodes);   // NOLINT: so is `or`.
  NodeIndex not_(NodeIndex node);                // NOLINT: so is `not`.

  std::shared_ptr<const ConditionTree> finish(NodeIndex root) &&;

 private:
  NodeIndex add_node(ConditionNode node);

  ConditionTree tree_;
};

class UpdateBuilder : public OperandBuilder {
 public:
  void set(OperandIndex path, OperandIndex value);
  void remove(OperandIndex path);
  void add_to(OperandIndex path, OperandIndex value);
  void delete_from(OperandIndex path, OperandIndex value);

  std::shared_ptr<const UpdateTree> finish() &&;

 private:
  UpdateTree tree_;
};

}  // namespace partita::expression
