#include "model/definition/attribute_scope.h"

namespace partita::model {

FormulaName formula_name_of(const AttributeType& type) {
  if (type.kind == AttributeKind::Timestamp) return {FormulaType::Time, type.encoding};
  const auto stored = stored_type(type);
  if (stored == ValueType::S) return {FormulaType::Text};
  if (stored == ValueType::N) return {FormulaType::Number};
  if (stored == ValueType::Bool) return {FormulaType::Bool};
  return {FormulaType::Other};
}

std::optional<FormulaName> AttributeScope::find(FormulaSource source,
                                                std::span<const std::string_view> path) const {
  if (source == FormulaSource::Parameter) {
    return knows_.parameters ? std::optional(FormulaName{}) : std::nullopt;
  }
  if (source == FormulaSource::Old && !knows_.old) return std::nullopt;
  const Attribute* attribute = find_attribute(attributes_, path.front());
  for (const std::string_view step : path.subspan(1)) {
    if (attribute == nullptr || attribute->type == nullptr) return std::nullopt;
    const AttributeType& type = *attribute->type;
    const bool is_unknown = type.kind == AttributeKind::Any || type.kind == AttributeKind::Union;
    if (is_unknown) return FormulaName{};
    if (type.kind != AttributeKind::Map) return std::nullopt;
    attribute = type.find_field(step);
    if (attribute == nullptr && type.is_open) return FormulaName{};
  }
  if (attribute == nullptr) return std::nullopt;
  return attribute->type == nullptr ? FormulaName{} : formula_name_of(*attribute->type);
}

const std::string* AttributeScope::find_model_param(std::string_view name) const {
  const Param* param = model_.find_param(name);
  return param == nullptr ? nullptr : &param->value;
}

std::vector<std::string_view> AttributeScope::names() const {
  std::vector<std::string_view> names;
  for (const Attribute& attribute : attributes_) names.push_back(attribute.name);
  return names;
}

}  // namespace partita::model
