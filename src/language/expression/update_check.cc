#include "language/expression/update_check.h"

#include <optional>
#include <string>
#include <string_view>

#include "language/expression/messages.h"

namespace partita::expression {

namespace {

using ActionKind = UpdateAction::Kind;
using Problem = std::optional<std::string>;

bool is_set_type(ValueType type) {
  return type == ValueType::SS || type == ValueType::NS || type == ValueType::BS;
}

Problem section_problem(const UpdateAction& action, const BoundOperands& operands) {
  if (action.kind != ActionKind::Add && action.kind != ActionKind::Delete) return std::nullopt;
  const ValueType type = operands.value(action.value).type();
  const bool is_added_number = action.kind == ActionKind::Add && type == ValueType::N;
  if (is_set_type(type) || is_added_number) return std::nullopt;
  return messages::section_operand_type(action.kind == ActionKind::Add ? "ADD" : "DELETE", type);
}

Problem call_problem(const Call& call, const BoundOperands& operands) {
  const std::string_view name = name_of(call.function);
  if (call.arguments.size() != 2) return messages::operand_count(name, call.arguments.size());
  if (call.function == Function::IfNotExists) {
    if (!operands.is_path(call.arguments[0])) return messages::path_required(name);
    if (!operands.repeats_first_path(call.arguments)) return std::nullopt;
    return messages::operands_not_distinct(name, operands.path(call.arguments[0]));
  }
  const ValueType wanted = call.function == Function::ListAppend ? ValueType::L : ValueType::N;
  for (const OperandIndex argument : call.arguments) {
    const auto type = operands.fixed_type(argument);
    if (type && *type != wanted) return messages::operand_type(name, partita::name_of(*type));
  }
  return std::nullopt;
}

Problem first_problem(const UpdateTree& tree, const BoundOperands& operands) {
  for (const UpdateAction& action : tree.actions) {
    if (auto problem = section_problem(action, operands)) return problem;
  }
  for (OperandIndex i = 0; i < tree.operands.size(); ++i) {
    const Call* const call = operands.call(i);
    if (call == nullptr) continue;
    if (auto problem = call_problem(*call, operands)) return problem;
  }
  return std::nullopt;
}

}  // namespace

Status check_update(const UpdateTree& tree, const BoundOperands& operands) {
  const auto problem = first_problem(tree, operands);
  if (problem) return messages::invalid(ExpressionKind::Update, *problem);
  return {};
}

}  // namespace partita::expression
