#include "modelled/serving/plan_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "modelled/serving/argument_values.h"
#include "modelled/serving/filter_parameters.h"

namespace partita::serving {
namespace {

using planning::ValueSource;

constexpr std::string_view kFrom = "from";
constexpr std::string_view kTo = "to";

ParameterNames names_of(const model::Pattern& pattern) {
  ParameterNames names{.taker = pattern.name, .required = {}, .optional = {}};
  for (const std::string_view name : pattern.parameters()) {
    const bool is_range = pattern.range && pattern.range->parameter == name;
    if (!is_range) names.required.push_back(name);
  }
  if (pattern.range) names.optional = {kFrom, kTo};
  return names;
}

}  // namespace

Result<PlanArguments> PlanArguments::create(const planning::PatternPlan& plan,
                                            const Arguments& arguments) {
  TRY(check_arguments(arguments, names_of(*plan.pattern)));
  return PlanArguments(plan, arguments);
}

const model::AttributeType* PlanArguments::type_of(std::string_view attribute) const {
  for (const planning::PlannedRow& row : read_.rows) {
    if (const auto* type = asked_type(*row.entity, attribute)) return type;
  }
  return nullptr;
}

Result<Value> PlanArguments::value(const ValueSource& source, std::string_view attribute) const {
  if (source.kind == ValueSource::Kind::Constant) return source.constant;
  const std::string* text = arguments_.find(source.name);
  if (text == nullptr) {
    return Error::internal(fmt::format("{} has no argument {}", pattern_.name, source.name));
  }
  return argument_value(source.name, *text, type_of(attribute));
}

planning::RangeText PlanArguments::range() const {
  planning::RangeText text;
  if (!pattern_.range) return text;
  if (const std::string* from = arguments_.find(kFrom)) text.from = *from;
  if (const std::string* to = arguments_.find(kTo)) text.to = *to;
  return text;
}

Result<Value> PlanArguments::filter_parameter(std::string_view name) const {
  const std::string* text = arguments_.find(name);
  if (text == nullptr) {
    return Error::internal(fmt::format("{} has no argument {}", pattern_.name, name));
  }
  const auto* type = filter_parameter_type(*read_.filter, *read_.rows.front().entity, name);
  // Formulas read the instants that callers give from RFC 3339, whatever the attribute's encoding.
  if (type != nullptr && type->kind == model::AttributeKind::Timestamp) {
    const Value stored = TRY(argument_value(name, *text, type));
    const auto instant = model::read_timestamp(stored, type->encoding);
    if (instant) return model::timestamp_value(*instant, model::TimestampEncoding::Rfc3339Ms);
  }
  return argument_value(name, *text, type);
}

Result<EncodedItem> PlanArguments::filter_parameters() const {
  Item parameters;
  if (read_.filter) {
    for (const std::string& name : read_.filter->names(model::FormulaSource::Parameter)) {
      parameters.set(name, TRY(filter_parameter(name)));
    }
  }
  return EncodedItem(parameters);
}

std::string PlanArguments::description() const {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view attribute, std::string_view parameter) {
    const std::string* text = arguments_.find(parameter);
    if (text != nullptr) parts.push_back(fmt::format("{} = `{}`", attribute, *text));
  };
  for (const auto* bindings : {&pattern_.by, &pattern_.where}) {
    for (const model::Binding& binding : *bindings) add(binding.attribute, binding.parameter);
  }
  add(pattern_.version_parameter, pattern_.version_parameter);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace partita::serving
