#include "modelled/serving/bound_leg.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "language/expression/tree_builder.h"
#include "model/planning/key_part.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/key_rendering.h"

namespace partita::serving {
namespace {

using expression::Comparator;
using planning::KeyMatch;
using Op = KeyMatch::Operator;

// What a Query asks of the key, test by test.
class Conditions {
 public:
  void add_equal(std::string_view attribute, const Value& value) {
    add_comparison(attribute, Comparator::Equal, value);
  }
  void add_prefix(std::string_view attribute, const Value& value) {
    const auto path = builder_.path(attribute);
    tests_.push_back(builder_.call(expression::Function::BeginsWith, {path, constant(value)}));
  }
  void add_range(std::string_view attribute, const planning::RangeBounds& bounds) {
    if (bounds.lower && bounds.upper) {
      const auto path = builder_.path(attribute);
      const auto lower = constant(*bounds.lower);
      tests_.push_back(builder_.between(path, lower, constant(*bounds.upper)));
    } else if (bounds.lower) {
      add_comparison(attribute, Comparator::GreaterOrEqual, *bounds.lower);
    } else if (bounds.upper) {
      add_comparison(attribute, Comparator::LessOrEqual, *bounds.upper);
    }
  }
  operations::ConditionPointer tree() && {
    const auto root = builder_.and_(std::move(tests_));
    return std::move(builder_).finish(root);
  }

 private:
  expression::OperandIndex constant(const Value& value) {
    return builder_.value(EncodedValue(value).view());
  }
  void add_comparison(std::string_view attribute, Comparator comparator, const Value& value) {
    const auto path = builder_.path(attribute);
    tests_.push_back(builder_.compare(path, comparator, constant(value)));
  }

  expression::ConditionBuilder builder_{expression::ExpressionKind::KeyCondition};
  std::vector<expression::NodeIndex> tests_;
};

Result<Value> value_of(const planning::KeyValueSource& value, const PlanArguments& arguments) {
  const auto values = [&](const planning::ValueSource& source, std::string_view attribute) {
    return arguments.value(source, attribute);
  };
  return render_key_value(value, values);
}

// DynamoDB has no keys that are empty, so nothing can be found by them.
Result<Value> key_value(const KeyMatch& condition, const PlanArguments& arguments) {
  Value value = TRY(value_of(condition.value, arguments));
  const bool is_empty = value.type() == ValueType::S && value.string().empty();
  if (!is_empty) return value;
  const std::string& name = condition.value.source.name;
  return failure(FailureKind::BadArgument,
                 fmt::format("{} is empty", name.empty() ? condition.attribute : name));
}

// Adds the condition; returns how many bytes all keys of it begin with.
Result<std::size_t> bind_range(const KeyMatch& condition, const PlanArguments& arguments,
                               Conditions& conditions) {
  std::string before;
  if (condition.value.rendered) before = TRY(value_of(condition.value, arguments)).string();
  auto bounds = planning::range_bounds(*condition.range, before, arguments.range());
  if (!bounds.ok()) return failure(FailureKind::BadArgument, bounds.error().message());
  conditions.add_range(condition.attribute, *bounds);
  return before.size();
}

Result<std::size_t> bind_prefix(const KeyMatch& condition, const PlanArguments& arguments,
                                Conditions& conditions) {
  const Value value = TRY(key_value(condition, arguments));
  if (value.type() != ValueType::S) {
    return failure(FailureKind::BadArgument,
                   fmt::format("{} is no text, so it has no beginning", condition.attribute));
  }
  conditions.add_prefix(condition.attribute, value);
  return value.string().size();
}

void add_order(const planning::PatternReadPlan& plan, BoundLeg& bound) {
  for (auto& name : planning::sort_names(*plan.table, plan.index)) {
    bound.order.push_back({std::move(name), 0});
  }
}

void share(BoundLeg& bound, std::string_view attribute, std::size_t bytes) {
  for (OrderPart& part : bound.order) {
    if (part.attribute == attribute) part.shared_bytes = bytes;
  }
}

Status bind_condition(const KeyMatch& condition, const PlanArguments& arguments,
                      Conditions& conditions, BoundLeg& bound) {
  if (condition.op == Op::Equal) {
    conditions.add_equal(condition.attribute, TRY(key_value(condition, arguments)));
    std::erase_if(bound.order,
                  [&](const OrderPart& part) { return part.attribute == condition.attribute; });
    return {};
  }
  const auto bind = condition.op == Op::Between ? bind_range : bind_prefix;
  share(bound, condition.attribute, TRY(bind(condition, arguments, conditions)));
  return {};
}

}  // namespace

Result<BoundLeg> bind_leg(const planning::PatternReadPlan& plan, const planning::Leg& leg,
                          const PlanArguments& arguments) {
  BoundLeg bound;
  add_order(plan, bound);
  Conditions conditions;
  for (const KeyMatch& condition : leg.conditions) {
    TRY(bind_condition(condition, arguments, conditions, bound));
  }
  bound.request.table_name = plan.table->name;
  if (plan.index != nullptr) bound.request.index_name = plan.index->name;
  bound.request.key_condition = std::move(conditions).tree();
  return bound;
}

Result<EncodedItem> bind_key(const planning::PatternReadPlan& plan,
                             const PlanArguments& arguments) {
  Item key;
  for (const KeyMatch& condition : plan.legs.front().conditions) {
    key.set(condition.attribute, TRY(key_value(condition, arguments)));
  }
  return EncodedItem(key);
}

}  // namespace partita::serving
