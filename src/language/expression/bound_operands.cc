#include "language/expression/bound_operands.h"

#include <algorithm>

#include "language/expression/messages.h"

namespace partita::expression {

Status BoundOperands::bind(OperandIndex index, ExpressionKind kind, PlaceholderUse& use) {
  Slot& slot = slots_[index];
  if (const auto* path = std::get_if<Path>(&operands_[index])) {
    return bind_path(*path, slot, kind, use);
  }
  if (const auto* name = std::get_if<ValueName>(&operands_[index])) {
    const auto value = use.use_value(name->text);
    if (!value) return messages::invalid(kind, messages::undefined_value(name->text));
    slot.value = *value;
  } else if (const auto* constant = std::get_if<Constant>(&operands_[index])) {
    slot.value = ValueView::from_valid(constant->bytes);
  }
  return {};
}

Status BoundOperands::bind_path(const Path& path, Slot& slot, ExpressionKind kind,
                                PlaceholderUse& use) {
  slot.first_step = static_cast<std::uint32_t>(steps_.size());
  for (const PathPart& part : path.parts) {
    if (const auto* index = std::get_if<std::size_t>(&part)) {
      steps_.emplace_back(*index);
      continue;
    }
    const auto& name = std::get<AttributeName>(part);
    const auto meaning =
        name.is_placeholder ? use.use_name(name.text) : std::optional<std::string_view>(name.text);
    if (!meaning) return messages::invalid(kind, messages::undefined_name(name.text));
    steps_.emplace_back(*meaning);
  }
  slot.step_count = static_cast<std::uint32_t>(path.parts.size());
  return {};
}

std::optional<ValueType> BoundOperands::fixed_type(OperandIndex index) const {
  if (is_value(index)) return value(index).type();
  const Call* const inner = call(index);
  if (inner != nullptr && inner->function == Function::Size) return ValueType::N;
  return std::nullopt;
}

bool BoundOperands::repeats_first_path(std::span<const OperandIndex> operands) const {
  if (!is_path(operands[0])) return false;
  const auto first = path(operands[0]);
  return std::any_of(operands.begin() + 1, operands.end(), [&](OperandIndex index) {
    if (!is_path(index)) return false;
    const auto other = path(index);
    return std::equal(first.begin(), first.end(), other.begin(), other.end());
  });
}

std::vector<std::span<const PathStep>> BoundOperands::paths() const {
  std::vector<std::span<const PathStep>> all;
  for (OperandIndex i = 0; i < operands_.size(); ++i) {
    if (is_path(i)) all.push_back(path(i));
  }
  return all;
}

}  // namespace partita::expression
