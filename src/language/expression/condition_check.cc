#include "language/expression/condition_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "language/expression/messages.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;
// A text if something is wrong.
using Problem = std::optional<std::string>;

class TestCheck {
 public:
  explicit TestCheck(const BoundOperands& operands) : operands_(operands) {}

  Problem check(const ConditionNode& node) const {
    if (auto problem = calls_within(node.children, &TestCheck::counts)) return problem;
    if (auto problem = calls_within(node.children, &TestCheck::distinctness)) return problem;
    if (auto problem = test_distinctness(node)) return problem;
    if (auto problem = calls_within(node.children, &TestCheck::types)) return problem;
    return test_types(node);
  }

 private:
  using Step = Problem (TestCheck::*)(const Call&) const;

  // Calls have few arguments and nest as deep as the parser lets them.
  Problem calls_within(std::span<const OperandIndex> operands, Step step) const {
    for (const OperandIndex index : operands) {
      const Call* const call = operands_.call(index);
      if (call == nullptr) continue;
      if (auto problem = calls_within(call->arguments, step)) return problem;
      if (auto problem = (this->*step)(*call)) return problem;
    }
    return std::nullopt;
  }

  Problem counts(const Call& call) const {
    const bool is_unary = call.function == Function::AttributeExists ||
                          call.function == Function::AttributeNotExists ||
                          call.function == Function::Size;
    if (call.arguments.size() == (is_unary ? 1 : 2)) return std::nullopt;
    return messages::operand_count(name_of(call.function), call.arguments.size());
  }

  Problem distinctness(const Call& call) const {
    return distinct(name_of(call.function), call.arguments);
  }

  Problem test_distinctness(const ConditionNode& node) const {
    if (node.kind == Kind::Call) return std::nullopt;  // Seen as a call already.
    return distinct(name_of_test(node), node.children);
  }

  Problem distinct(std::string_view name, std::span<const OperandIndex> operands) const {
    if (!operands_.repeats_first_path(operands)) return std::nullopt;
    return messages::operands_not_distinct(name, operands_.path(operands[0]));
  }

  static std::string_view name_of_test(const ConditionNode& node) {
    if (node.kind == Kind::Between) return "BETWEEN";
    return node.kind == Kind::In ? "IN" : name_of(node.comparator);
  }

  Problem types(const Call& call) const {
    const std::string_view name = name_of(call.function);
    switch (call.function) {
      case Function::AttributeExists:
      case Function::AttributeNotExists:
        if (operands_.is_path(call.arguments[0])) return std::nullopt;
        return messages::path_required(name);
      case Function::AttributeType:
        return type_name(call.arguments[1]);
      case Function::BeginsWith:
        return only(name, call.arguments, {ValueType::S, ValueType::B});
      case Function::Size:
        return only(name, call.arguments,
                    {ValueType::S, ValueType::B, ValueType::L, ValueType::M, ValueType::SS,
                     ValueType::NS, ValueType::BS});
      default:
        return std::nullopt;
    }
  }

  Problem type_name(OperandIndex index) const {
    const std::string_view name = name_of(Function::AttributeType);
    const auto type = operands_.fixed_type(index);
    if (!type) return messages::operand_type(name, "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
    if (*type != ValueType::S) {
      return messages::operand_type(name, partita::name_of(*type));
    }
    const std::string_view wanted = operands_.value(index).string();
    for (int i = 0; i <= static_cast<int>(ValueType::BS); ++i) {
      if (wanted == partita::name_of(static_cast<ValueType>(i))) return std::nullopt;
    }
    return messages::unknown_type_name(wanted);
  }

  Problem only(std::string_view name, std::span<const OperandIndex> operands,
               std::initializer_list<ValueType> allowed) const {
    for (const OperandIndex index : operands) {
      const auto type = operands_.fixed_type(index);
      if (!type || std::find(allowed.begin(), allowed.end(), *type) != allowed.end()) continue;
      return messages::operand_type(name, partita::name_of(*type));
    }
    return std::nullopt;
  }

  Problem test_types(const ConditionNode& node) const {
    const auto ordered = {ValueType::S, ValueType::N, ValueType::B};
    if (node.kind == Kind::Between) {
      if (auto problem = only(name_of_test(node), node.children, ordered)) return problem;
      return bounds(node.children[1], node.children[2]);
    }
    if (node.kind != Kind::Compare || node.comparator == Comparator::Equal ||
        node.comparator == Comparator::NotEqual) {
      return std::nullopt;
    }
    return only(name_of_test(node), node.children, ordered);
  }

  Problem bounds(OperandIndex lower_index, OperandIndex upper_index) const {
    if (!operands_.is_value(lower_index) || !operands_.is_value(upper_index)) return std::nullopt;
    const ValueView& lower = operands_.value(lower_index);
    const ValueView& upper = operands_.value(upper_index);
    if (lower.type() != upper.type()) return messages::between_types(lower, upper);
    if (std::is_gt(compare(lower, upper))) return messages::between_order(lower, upper);
    return std::nullopt;
  }

  const BoundOperands& operands_;
};

}  // namespace

Status check_test(ExpressionKind kind, const ConditionNode& node, const BoundOperands& operands) {
  const auto problem = TestCheck(operands).check(node);
  if (problem) return messages::invalid(kind, *problem);
  return {};
}

}  // namespace partita::expression
