#include "modelled/serving/step_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/formula/suggestion.h"
#include "modelled/serving/argument_values.h"
#include "modelled/serving/attribute_update.h"
#include "modelled/serving/failure.h"
#include "modelled/serving/step_keys.h"
#include "partita/value/measure.h"

namespace partita::serving {
namespace {

using model::Entity;
using planning::ValueSource;

Item beyond_key(const Entity& entity, const Item& attributes) {
  Item rest;
  for (const auto& [name, value] : attributes) {
    if (!is_in_key(entity, name)) rest.set(name, value);
  }
  return rest;
}

Error not_settable(const StepInput& input, std::string_view name) {
  const std::vector<std::string_view> settable(input.plan.settable.begin(),
                                               input.plan.settable.end());
  if (settable.empty()) {
    return failure(FailureKind::BadBody,
                   fmt::format("`{}` cannot be set by {}, which takes no attributes", name,
                               input.pattern.name));
  }
  return failure(FailureKind::BadBody,
                 fmt::format("`{}` cannot be set by {}; it sets {}{}", name, input.pattern.name,
                             model::listed(settable), model::did_you_mean(name, settable)));
}

// The update or transition of an item.
class Change {
 public:
  Change(const StepInput& input, StepAttributes given) : input_(input), given_(std::move(given)) {}

  Result<StepRequest> make() {
    TRY(check_item(given_.all));
    if (input_.plan.to) TRY(set_state());
    for (const auto& [name, value] : given_.body) TRY(set_from_body(name, value));
    for (const auto& [name, value] : beyond_key(input_.entity(), given_.copied)) {
      update_.set(name, value);
    }
    if (update_.is_empty()) return nothing_to_set();
    auto known = TRY(with_keys(input_.plan, EncodedItem(given_.all)));
    auto step = StepRequest::of(input_.plan, std::move(known));
    step.matched = beyond_key(input_.entity(), given_.bound);
    step.write = {.kind = operations::TreeWrite::Kind::Update,
                  .table_name = input_.plan.table->name,
                  .subject = step.key,
                  .update = std::move(update_).tree()};
    return step;
  }

 private:
  const std::string& state_attribute() const { return input_.entity().lifecycle->attribute; }
  // How the body calls the state, beside the attribute's own name.
  std::string_view state_parameter() const {
    const ValueSource& to = *input_.plan.to;
    return to.kind == ValueSource::Kind::Parameter ? std::string_view(to.name) : state_attribute();
  }
  bool is_state(std::string_view name) const {
    return input_.plan.to && (name == state_parameter() || name == state_attribute());
  }

  // All places that give the state give the same one.
  Status set_state() {
    std::optional<Value> state;
    const ValueSource& to = *input_.plan.to;
    if (to.kind == ValueSource::Kind::Constant) {
      state = to.constant;
    } else if (const std::string* text = input_.arguments.find(to.name)) {
      state = Value(*text);
    }
    for (const std::string_view name : {state_parameter(), std::string_view(state_attribute())}) {
      const Value* given = given_.body.find(name);
      if (given == nullptr) continue;
      if (state && *state != *given) return other_state(name);
      state = *given;
    }
    if (!state) {
      return failure(FailureKind::BadBody, fmt::format("{} needs `{}`, the state to go to",
                                                       input_.pattern.name, state_parameter()));
    }
    if (state->type() == ValueType::S) {
      const auto* type = asked_type(input_.entity(), state_attribute());
      TRY(argument_value(state_parameter(), state->string(), type));
    }
    update_.set(state_attribute(), *std::move(state));
    return {};
  }

  Error other_state(std::string_view name) const {
    return failure(FailureKind::BadBody,
                   fmt::format("`{}` is not the state that {} leads to; leave it out of the body",
                               name, input_.pattern.name));
  }

  Status set_from_body(const std::string& name, const Value& value) {
    const bool is_given_otherwise = given_.bound.find(name) || given_.copied.find(name);
    if (is_state(name) || is_given_otherwise || is_in_key(input_.entity(), name)) return {};
    const auto& settable = input_.plan.settable;
    if (std::ranges::find(settable, name) == settable.end()) return not_settable(input_, name);
    const model::Attribute* attribute = input_.entity().find_attribute(name);
    const bool keeps_null = attribute != nullptr && attribute->is_nullable;
    if (value.type() == ValueType::Null && !keeps_null) {
      update_.remove(name);
    } else {
      update_.set(name, value);
    }
    return {};
  }

  Error nothing_to_set() const {
    const auto& settable = input_.plan.settable;
    return failure(FailureKind::BadBody,
                   fmt::format("the body sets nothing; {} sets {}", input_.pattern.name,
                               model::listed({settable.begin(), settable.end()})));
  }

  const StepInput& input_;
  StepAttributes given_;
  AttributeUpdate update_;
};

}  // namespace

Result<StepRequest> make_change(const StepInput& input, StepAttributes given) {
  return Change(input, std::move(given)).make();
}

Result<StepRequest> make_deletion(const StepInput& input, const StepAttributes& given) {
  for (const auto& [name, value] : given.body) {
    const bool is_known = given.bound.find(name) != nullptr || is_in_key(input.entity(), name);
    if (!is_known) return not_settable(input, name);
  }
  TRY(check_item(given.all));
  auto known = TRY(with_keys(input.plan, EncodedItem(given.all)));
  auto step = StepRequest::of(input.plan, std::move(known));
  step.matched = beyond_key(input.entity(), given.bound);
  step.write = {.kind = operations::TreeWrite::Kind::Delete,
                .table_name = input.plan.table->name,
                .subject = step.key};
  return step;
}

}  // namespace partita::serving
