#include "language/expression/update_outcome.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "language/expression/messages.h"
#include "partita/base/check.h"

namespace partita::expression {

namespace {

using ActionKind = UpdateAction::Kind;

class ValueEvaluation {
 public:
  ValueEvaluation(const BoundOperands& operands, const ItemView& before)
      : operands_(operands), before_(before) {}

  std::optional<ValueView> find(OperandIndex path) const {
    return before_.follow(operands_.path(path));
  }

  Result<NewValue> right_side(OperandIndex index) const {
    const Call* const call = operands_.call(index);
    if (call == nullptr || call->function == Function::IfNotExists) {
      return NewValue(TRY(operand(index)));
    }
    const ValueView left = TRY(operand(call->arguments[0]));
    const ValueView right = TRY(operand(call->arguments[1]));
    const bool is_list = call->function == Function::ListAppend;
    const ValueType wanted = is_list ? ValueType::L : ValueType::N;
    if (left.type() != wanted || right.type() != wanted) return messages::incorrect_operand_type();
    if (is_list) return NewValue(JoinedLists{left, right});
    return call->function == Function::Plus ? sum(left.number(), right.number())
                                            : sum(left.number(), right.number().negated());
  }

  static Result<NewValue> sum(const Number& left, const Number& right) {
    return NewValue(TRY(left.plus(right)));
  }

 private:
  // Fallbacks of if_not_exists may nest, as deep as the parser lets them.
  Result<ValueView> operand(OperandIndex index) const {
    if (operands_.is_value(index)) return operands_.value(index);
    if (operands_.is_path(index)) {
      const auto found = find(index);
      return found ? Result<ValueView>(*found) : messages::attribute_does_not_exist();
    }
    const Call& call = *operands_.call(index);
    PARTITA_CHECK(call.function == Function::IfNotExists);
    const auto found = find(call.arguments[0]);
    return found ? Result<ValueView>(*found) : operand(call.arguments[1]);
  }

  const BoundOperands& operands_;
  const ItemView& before_;
};

bool is_set(ValueType type) {
  return type == ValueType::SS || type == ValueType::NS || type == ValueType::BS;
}

Result<NewValue> added(const std::optional<ValueView>& old, const ValueView& operand) {
  if (!old) return NewValue(operand);
  if (old->type() != operand.type()) return messages::incorrect_operand_type();
  if (is_set(operand.type())) return NewValue(UnitedSets{*old, operand});
  return ValueEvaluation::sum(old->number(), operand.number());
}

// Calls `visit` with both sets as sequences, which are sorted.
template <typename Visit>
auto visit_sets(const ValueView& one, const ValueView& two, Visit visit) {
  if (one.type() == ValueType::NS) return visit(one.number_set(), two.number_set());
  return one.type() == ValueType::SS ? visit(one.string_set(), two.string_set())
                                     : visit(one.binary_set(), two.binary_set());
}

Result<std::optional<NewValue>> reduced(const std::optional<ValueView>& old,
                                        const ValueView& operand) {
  using Outcome = std::optional<NewValue>;
  if (!old) return Outcome();
  if (old->type() != operand.type()) return messages::incorrect_operand_type();
  const bool is_nothing_left = visit_sets(*old, operand, [](const auto& set, const auto& taken) {
    return std::includes(taken.begin(), taken.end(), set.begin(), set.end());
  });
  return is_nothing_left ? Outcome() : Outcome(ReducedSet{*old, operand});
}

// An output iterator that writes elements of a set.
class ElementWriter {
 public:
  using iterator_category = std::output_iterator_tag;
  using value_type = void;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = void;

  ElementWriter(ItemWriter& writer, ValueType set) : writer_(&writer), set_(set) {}

  ElementWriter& operator*() { return *this; }
  ElementWriter& operator++() { return *this; }
  ElementWriter& operator=(const Number& number) {
    writer_->number(number);
    return *this;
  }
  ElementWriter& operator=(std::string_view bytes) {
    set_ == ValueType::SS ? writer_->string(bytes) : writer_->binary(bytes);
    return *this;
  }

 private:
  ItemWriter* writer_;
  ValueType set_;
};

struct Writing {
  ItemWriter& writer;

  void operator()(const ValueView& value) const { writer.value(value); }
  void operator()(const Number& number) const { writer.number(number); }
  void operator()(const JoinedLists& lists) const {
    writer.begin(ValueType::L);
    for (const ValueView& element : lists.first.list()) writer.value(element);
    for (const ValueView& element : lists.second.list()) writer.value(element);
    writer.end();
  }
  void operator()(const UnitedSets& sets) const {
    writer.begin(sets.one.type());
    visit_sets(sets.one, sets.two, [&](const auto& one, const auto& two) {
      std::set_union(one.begin(), one.end(), two.begin(), two.end(),
                     ElementWriter(writer, sets.one.type()));
    });
    writer.end();
  }
  void operator()(const ReducedSet& rest) const {
    writer.begin(rest.set.type());
    visit_sets(rest.set, rest.taken, [&](const auto& set, const auto& taken) {
      std::set_difference(set.begin(), set.end(), taken.begin(), taken.end(),
                          ElementWriter(writer, rest.set.type()));
    });
    writer.end();
  }
};

}  // namespace

Result<std::optional<NewValue>> outcome_of(const UpdateAction& action,
                                           const BoundOperands& operands, const ItemView& before) {
  const ValueEvaluation evaluation(operands, before);
  switch (action.kind) {
    case ActionKind::Set:
      return std::optional(TRY(evaluation.right_side(action.value)));
    case ActionKind::Add:
      return std::optional(TRY(added(evaluation.find(action.path), operands.value(action.value))));
    case ActionKind::Delete:
      return reduced(evaluation.find(action.path), operands.value(action.value));
    case ActionKind::Remove:
      break;
  }
  return std::optional<NewValue>();
}

void write(ItemWriter& writer, const NewValue& value) { std::visit(Writing{writer}, value); }

}  // namespace partita::expression
