#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "language/expression/expression_kind.h"
#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

// What the operands of one tree mean in one request: paths with all their names, and values. Views
// into the tree and into the placeholders, which must outlive it.
class BoundOperands {
 public:
  explicit BoundOperands(std::span<const Operand> operands)
      : operands_(operands), slots_(operands.size()) {}

  // ERRORS: InvalidArgument in DynamoDB's words if a placeholder is not defined. The operands of a
  // call are not bound with it.
  Status bind(OperandIndex index, ExpressionKind kind, PlaceholderUse& use);

  const Operand& operand(OperandIndex index) const { return operands_[index]; }
  // REQUIRES: the operand is of that sort and bound.
  std::span<const PathStep> path(OperandIndex index) const {
    return std::span(steps_).subspan(slots_[index].first_step, slots_[index].step_count);
  }
  const ValueView& value(OperandIndex index) const { return slots_[index].value; }

  bool is_path(OperandIndex index) const { return std::holds_alternative<Path>(operands_[index]); }
  bool is_value(OperandIndex index) const {
    return std::holds_alternative<ValueName>(operands_[index]) ||
           std::holds_alternative<Constant>(operands_[index]);
  }
  // Null if it is something else.
  const Call* call(OperandIndex index) const { return std::get_if<Call>(&operands_[index]); }
  // The type that the operand has on every item; nullopt if that depends.
  std::optional<ValueType> fixed_type(OperandIndex index) const;

  // Whether the first operand is a path and another one is the same path.
  bool repeats_first_path(std::span<const OperandIndex> operands) const;

  // Every path among the operands, in the order of the tree.
  std::vector<std::span<const PathStep>> paths() const;

 private:
  struct Slot {
    std::uint32_t first_step = 0;
    std::uint32_t step_count = 0;
    ValueView value = ValueView::from_valid({});
  };

  Status bind_path(const Path& path, Slot& slot, ExpressionKind kind, PlaceholderUse& use);

  std::span<const Operand> operands_;
  std::vector<Slot> slots_;
  std::vector<PathStep> steps_;
};

}  // namespace partita::expression
