#include "patterns/bound_leg.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "partita/api/placeholders.h"
#include "patterns/failure.h"
#include "patterns/key_rendering.h"
#include "planning/key_part.h"

namespace partita::patterns {
namespace {

using planning::KeyCondition;
using Op = KeyCondition::Operator;

// A KeyConditionExpression, clause by clause.
class Conditions {
 public:
  void add_equal(std::string_view attribute, Value value) {
    const std::string name = placeholders_.name(attribute);
    add(fmt::format("{} = {}", name, placeholders_.value(std::move(value))));
  }
  void add_prefix(std::string_view attribute, Value value) {
    const std::string name = placeholders_.name(attribute);
    add(fmt::format("begins_with({}, {})", name, placeholders_.value(std::move(value))));
  }
  void add_range(std::string_view attribute, planning::RangeBounds bounds);
  Status move_to(api::QueryRequest& request) && {
    request.key_condition_expression = std::move(text_);
    return std::move(placeholders_).write_to(request);
  }

 private:
  void add(std::string_view condition) {
    if (!text_.empty()) text_ += " AND ";
    text_ += condition;
  }

  std::string text_;
  api::Placeholders placeholders_;
};

void Conditions::add_range(std::string_view attribute, planning::RangeBounds bounds) {
  if (!bounds.lower && !bounds.upper) return;
  const std::string name = placeholders_.name(attribute);
  const auto bound = [this](std::optional<Value>& value) {
    return placeholders_.value(*std::move(value));
  };
  if (bounds.lower && bounds.upper) {
    const std::string lower = bound(bounds.lower);
    add(fmt::format("{} BETWEEN {} AND {}", name, lower, bound(bounds.upper)));
  } else if (bounds.lower) {
    add(fmt::format("{} >= {}", name, bound(bounds.lower)));
  } else {
    add(fmt::format("{} <= {}", name, bound(bounds.upper)));
  }
}

Result<Value> value_of(const planning::KeyValue& value, const PlanArguments& arguments) {
  const auto values = [&](const planning::Source& source, std::string_view attribute) {
    return arguments.value(source, attribute);
  };
  return render_key_value(value, values);
}

// DynamoDB has no keys that are empty, so nothing can be found by them.
Result<Value> key_value(const KeyCondition& condition, const PlanArguments& arguments) {
  Value value = TRY(value_of(condition.value, arguments));
  const bool is_empty = value.type() == ValueType::S && value.string().empty();
  if (!is_empty) return value;
  const std::string& name = condition.value.source.name;
  return failure(FailureKind::BadArgument,
                 fmt::format("{} is empty", name.empty() ? condition.attribute : name));
}

// Adds the condition; returns how many bytes all keys of it begin with.
Result<std::size_t> bind_range(const KeyCondition& condition, const PlanArguments& arguments,
                               Conditions& conditions) {
  std::string before;
  if (condition.value.rendered) before = TRY(value_of(condition.value, arguments)).string();
  auto bounds = planning::range_bounds(*condition.range, before, arguments.range());
  if (!bounds.ok()) return failure(FailureKind::BadArgument, bounds.error().message());
  conditions.add_range(condition.attribute, std::move(*bounds));
  return before.size();
}

Result<std::size_t> bind_prefix(const KeyCondition& condition, const PlanArguments& arguments,
                                Conditions& conditions) {
  Value value = TRY(key_value(condition, arguments));
  if (value.type() != ValueType::S) {
    return failure(FailureKind::BadArgument,
                   fmt::format("{} is no text, so it has no beginning", condition.attribute));
  }
  const std::size_t size = value.string().size();
  conditions.add_prefix(condition.attribute, std::move(value));
  return size;
}

void add_order(const planning::ReadPlan& plan, BoundLeg& bound) {
  for (auto& name : planning::sort_names(*plan.table, plan.index)) {
    bound.order.push_back({std::move(name), 0});
  }
}

void share(BoundLeg& bound, std::string_view attribute, std::size_t bytes) {
  for (OrderPart& part : bound.order) {
    if (part.attribute == attribute) part.shared_bytes = bytes;
  }
}

Status bind_condition(const KeyCondition& condition, const PlanArguments& arguments,
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

Result<BoundLeg> bind_leg(const planning::ReadPlan& plan, const planning::Leg& leg,
                          const PlanArguments& arguments) {
  BoundLeg bound;
  add_order(plan, bound);
  Conditions conditions;
  for (const KeyCondition& condition : leg.conditions) {
    TRY(bind_condition(condition, arguments, conditions, bound));
  }
  bound.request.table_name = plan.table->name;
  if (plan.index != nullptr) bound.request.index_name = plan.index->name;
  TRY(std::move(conditions).move_to(bound.request));
  return bound;
}

Result<EncodedItem> bind_key(const planning::ReadPlan& plan, const PlanArguments& arguments) {
  Item key;
  for (const KeyCondition& condition : plan.legs.front().conditions) {
    key.set(condition.attribute, TRY(key_value(condition, arguments)));
  }
  return EncodedItem(key);
}

}  // namespace partita::patterns
