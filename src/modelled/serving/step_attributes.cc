#include "modelled/serving/step_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "modelled/serving/argument_values.h"
#include "modelled/serving/body_values.h"
#include "modelled/serving/failure.h"

namespace partita::serving {
namespace {

using model::Binding;

class Gathering {
 public:
  explicit Gathering(const StepInput& input) : input_(input) {}

  Result<StepAttributes> run() {
    found_.body = TRY(body_values(input_.entity(), input_.body));
    found_.all = found_.body;
    for (const Binding& binding : input_.by) TRY(bind(binding));
    if (input_.pattern.http) {
      for (const std::string& parameter : input_.pattern.http->parameters) {
        if (is_attribute(parameter)) TRY(bind_parameter(parameter, parameter));
      }
    }
    for (const auto& copy : input_.plan.copies) TRY(take_copy(copy));
    return std::move(found_);
  }

 private:
  Status bind(const Binding& binding) {
    if (binding.kind == Binding::Kind::Parameter) {
      return bind_parameter(binding.parameter, binding.attribute);
    }
    if (binding.kind != Binding::Kind::Constant) return {};
    found_.bound.set(binding.attribute, binding.values.front());
    return add(binding.attribute, binding.values.front());
  }

  // A program that has no path to put it in may give it in the body.
  Status bind_parameter(const std::string& parameter, const std::string& attribute) {
    const std::string* text = input_.arguments.find(parameter);
    if (text == nullptr) {
      if (found_.body.find(attribute) != nullptr) return {};
      return failure(FailureKind::BadArgument, fmt::format("parameter `{}` is missing", parameter));
    }
    const auto* type = asked_type(input_.entity(), attribute);
    auto value = TRY(argument_value(parameter, *text, type));
    found_.bound.set(attribute, value);
    return add(attribute, std::move(value));
  }

  // Whether a parameter of the path is the attribute of that name and has no other meaning.
  bool is_attribute(const std::string& parameter) const {
    const auto& plan = input_.plan;
    const bool is_state = plan.to && plan.to->kind == planning::ValueSource::Kind::Parameter &&
                          plan.to->name == parameter;
    const bool is_bound = std::ranges::any_of(
        input_.by, [&](const Binding& binding) { return binding.parameter == parameter; });
    if (is_state || is_bound || plan.version_parameter == parameter) return false;
    return input_.entity().find_attribute(parameter) != nullptr ||
           is_in_key(input_.entity(), parameter);
  }

  Status take_copy(const model::WriteStep::Copy& copy) {
    auto value = input_.earlier(copy.step, copy.from);
    if (!value) {
      return failure(FailureKind::BadBody,
                     fmt::format("`{}` is copied from `{}` of step {}, which has none",
                                 copy.attribute, copy.from, copy.step));
    }
    found_.copied.set(copy.attribute, *value);
    return add(copy.attribute, *std::move(value));
  }

  Status add(std::string_view attribute, Value value) {
    const Value* given = found_.all.find(attribute);
    if (given != nullptr && *given != value) {
      return failure(FailureKind::BadBody,
                     fmt::format("`{}` is given twice, with different values; leave it out of the "
                                 "body",
                                 attribute));
    }
    found_.all.set(attribute, std::move(value));
    return {};
  }

  const StepInput& input_;
  StepAttributes found_;
};

}  // namespace

Result<StepAttributes> gather_attributes(const StepInput& input) { return Gathering(input).run(); }

bool is_in_key(const model::Entity& entity, std::string_view attribute) {
  return std::ranges::any_of(entity.row.keys, [&](const model::DerivedKey& key) {
    return key.name == attribute || key.key.uses(attribute);
  });
}

}  // namespace partita::serving
