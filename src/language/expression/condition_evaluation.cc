#include <algorithm>
#include <compare>
#include <cstddef>
#include <string_view>
#include <variant>

#include "language/expression/condition.h"
#include "partita/base/check.h"
#include "partita/base/utf8.h"

namespace partita::expression {

namespace {

using Kind = ConditionNode::Kind;
// What an operand is on one item: nothing, a value, or the number that size() tells.
using Operandum = std::variant<std::monostate, ValueView, Number>;

// The number in it, if it is one.
std::optional<Number> number_in(const Operandum& operand) {
  if (const auto* number = std::get_if<Number>(&operand)) return *number;
  const auto* value = std::get_if<ValueView>(&operand);
  if (value == nullptr || value->type() != ValueType::N) return std::nullopt;
  return value->number();
}

bool are_equal(const Operandum& left, const Operandum& right) {
  const auto* one = std::get_if<ValueView>(&left);
  const auto* two = std::get_if<ValueView>(&right);
  if (one != nullptr && two != nullptr) return *one == *two;
  const auto first = number_in(left);
  return first && first == number_in(right);
}

std::partial_ordering order_of(const Operandum& left, const Operandum& right) {
  const auto* one = std::get_if<ValueView>(&left);
  const auto* two = std::get_if<ValueView>(&right);
  if (one != nullptr && two != nullptr) return compare(*one, *two);
  const auto first = number_in(left);
  const auto second = number_in(right);
  if (!first || !second) return std::partial_ordering::unordered;
  return *first <=> *second;
}

bool meets(Comparator comparator, const Operandum& left, const Operandum& right) {
  switch (comparator) {
    case Comparator::Equal:
      return are_equal(left, right);
    case Comparator::NotEqual:
      return !are_equal(left, right);
    case Comparator::Less:
      return std::is_lt(order_of(left, right));
    case Comparator::LessOrEqual:
      return std::is_lteq(order_of(left, right));
    case Comparator::Greater:
      return std::is_gt(order_of(left, right));
    case Comparator::GreaterOrEqual:
      return std::is_gteq(order_of(left, right));
  }
  return false;
}

template <typename Sequence, typename Element>
bool has_element(const Sequence& sequence, const Element& element) {
  return std::any_of(sequence.begin(), sequence.end(),
                     [&](const auto& other) { return other == element; });
}

bool contains(const ValueView& whole, const ValueView& part) {
  const ValueType type = part.type();
  switch (whole.type()) {
    case ValueType::S:
      return type == ValueType::S && whole.string().find(part.string()) != std::string_view::npos;
    case ValueType::B:
      return type == ValueType::B && whole.binary().find(part.binary()) != ByteView::npos;
    case ValueType::SS:
      return type == ValueType::S && has_element(whole.string_set(), part.string());
    case ValueType::NS:
      return type == ValueType::N && has_element(whole.number_set(), part.number());
    case ValueType::BS:
      return type == ValueType::B && has_element(whole.binary_set(), part.binary());
    case ValueType::L:
      return has_element(whole.list(), part);
    default:
      return false;
  }
}

bool contains_number(const ValueView& whole, const Number& number) {
  if (whole.type() == ValueType::NS) return has_element(whole.number_set(), number);
  if (whole.type() != ValueType::L) return false;
  const ListView list = whole.list();
  return std::any_of(list.begin(), list.end(), [&](const ValueView& element) {
    return element.type() == ValueType::N && element.number() == number;
  });
}

bool begins_with(const ValueView& whole, const ValueView& start) {
  if (whole.type() != start.type()) return false;
  if (whole.type() == ValueType::S) return whole.string().starts_with(start.string());
  return whole.type() == ValueType::B && whole.binary().starts_with(start.binary());
}

Operandum size_of(const ValueView& value) {
  const auto number = [](std::size_t size) { return Number(static_cast<std::int64_t>(size)); };
  switch (value.type()) {
    case ValueType::S:
      return number(utf16_units(value.string()));
    case ValueType::B:
      return number(value.binary().size());
    case ValueType::L:
      return number(value.list().size());
    case ValueType::M:
      return number(value.map().size());
    case ValueType::SS:
      return number(value.string_set().size());
    case ValueType::NS:
      return number(value.number_set().size());
    case ValueType::BS:
      return number(value.binary_set().size());
    default:
      return std::monostate();
  }
}

class ConditionEvaluation {
 public:
  ConditionEvaluation(const ConditionTree& tree, const BoundOperands& operands,
                      const std::optional<ItemView>& item)
      : tree_(tree), operands_(operands), item_(item) {}

  bool holds(NodeIndex index) const {
    const ConditionNode& node = tree_.nodes[index];
    const auto child_holds = [this](NodeIndex child) { return holds(child); };
    switch (node.kind) {
      case Kind::And:
        return std::all_of(node.children.begin(), node.children.end(), child_holds);
      case Kind::Or:
        return std::any_of(node.children.begin(), node.children.end(), child_holds);
      case Kind::Not:
        return !holds(node.children[0]);
      case Kind::Compare:
        return meets(node.comparator, operand(node.children[0]), operand(node.children[1]));
      case Kind::Between:
        return is_between(node);
      case Kind::In:
        return is_in(node);
      case Kind::Call:
        return is_true(*operands_.call(node.children[0]));
    }
    return false;
  }

 private:
  Operandum operand(OperandIndex index) const {
    if (operands_.is_value(index)) return operands_.value(index);
    if (operands_.is_path(index)) {
      const auto found = item_ ? item_->follow(operands_.path(index)) : std::nullopt;
      return found ? Operandum(*found) : Operandum();
    }
    // The parser lets no other function but size be an operand.
    const Operandum inner = operand(operands_.call(index)->arguments[0]);
    const auto* value = std::get_if<ValueView>(&inner);
    return value != nullptr ? size_of(*value) : Operandum();
  }

  bool is_between(const ConditionNode& node) const {
    const Operandum value = operand(node.children[0]);
    return std::is_gteq(order_of(value, operand(node.children[1]))) &&
           std::is_lteq(order_of(value, operand(node.children[2])));
  }

  bool is_in(const ConditionNode& node) const {
    const Operandum value = operand(node.children[0]);
    return std::any_of(node.children.begin() + 1, node.children.end(),
                       [&](OperandIndex other) { return are_equal(value, operand(other)); });
  }

  bool is_true(const Call& call) const {
    const Operandum first = operand(call.arguments[0]);
    const auto* value = std::get_if<ValueView>(&first);
    if (call.function == Function::AttributeExists) return value != nullptr;
    if (call.function == Function::AttributeNotExists) return value == nullptr;
    if (call.function == Function::AttributeType) return has_type(first, call.arguments[1]);
    if (value == nullptr) return false;
    const Operandum second = operand(call.arguments[1]);
    const auto* other = std::get_if<ValueView>(&second);
    if (call.function == Function::Contains && std::holds_alternative<Number>(second)) {
      return contains_number(*value, std::get<Number>(second));
    }
    if (other == nullptr) return false;
    return call.function == Function::Contains ? contains(*value, *other)
                                               : begins_with(*value, *other);
  }

  bool has_type(const Operandum& operand, OperandIndex type) const {
    const std::string_view wanted = operands_.value(type).string();
    if (std::holds_alternative<Number>(operand)) return wanted == name_of(ValueType::N);
    const auto* value = std::get_if<ValueView>(&operand);
    return value != nullptr && wanted == name_of(value->type());
  }

  const ConditionTree& tree_;
  const BoundOperands& operands_;
  const std::optional<ItemView>& item_;
};

}  // namespace

bool Condition::holds(const std::optional<ItemView>& item) const {
  return holds(tree_->root, item);
}

bool Condition::holds(NodeIndex part, const std::optional<ItemView>& item) const {
  return ConditionEvaluation(*tree_, operands_, item).holds(part);
}

}  // namespace partita::expression
