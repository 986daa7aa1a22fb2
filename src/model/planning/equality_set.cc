#include "model/planning/equality_set.h"

#include "model/planning/key_part.h"

namespace partita::planning {
namespace {

using model::AttributeKind;
using model::Binding;

// All values of the attribute, or none if they are not known.
std::vector<ValueSource> all_values(const model::Attribute* attribute) {
  std::vector<ValueSource> values;
  if (attribute == nullptr) return values;
  const model::AttributeType& type = *attribute->type;
  if (type.kind == AttributeKind::Enum && !type.is_open) {
    for (const auto& value : type.values) values.push_back(constant_source(value));
  } else if (type.kind == AttributeKind::Bool) {
    values = {constant_source(false), constant_source(true)};
  } else if (type.kind == AttributeKind::Const) {
    values = {constant_source(type.constant)};
  }
  return values;
}

}  // namespace

ValueSource constant_source(Value value) {
  return {.kind = ValueSource::Kind::Constant, .name = {}, .constant = std::move(value)};
}

ValueSource source_of(const Binding& binding) {
  if (binding.kind == Binding::Kind::Parameter) {
    return {.kind = ValueSource::Kind::Parameter, .name = binding.parameter, .constant = {}};
  }
  return constant_source(binding.values.empty() ? Value() : binding.values.front());
}

EqualitySet::EqualitySet(const model::Entity& entity, const std::vector<Binding>& bindings)
    : entity_(entity) {
  for (const auto& binding : bindings) add_binding(binding);
  add_constants();
}

void EqualitySet::add_binding(const Binding& binding) {
  Equality equality{binding.attribute, {}, binding.kind == Binding::Kind::Any, true};
  if (binding.kind == Binding::Kind::Any) {
    equality.values = all_values(entity_.find_attribute(binding.attribute));
    if (equality.values.empty()) open_attribute_ = binding.attribute;
  } else if (binding.kind == Binding::Kind::In) {
    for (const auto& value : binding.values) equality.values.push_back(constant_source(value));
  } else {
    equality.values = {source_of(binding)};
  }
  equalities_.push_back(std::move(equality));
}

void EqualitySet::add_constants() {
  for (const auto& match : entity_.match) {
    if (match.values.size() != 1 || find_own(match.attribute) != nullptr) continue;
    equalities_.push_back({match.attribute, {constant_source(match.values.front())}, false, false});
  }
  for (const auto& attribute : entity_.attributes) {
    if (attribute.type->kind != AttributeKind::Const || find_own(attribute.name) != nullptr) {
      continue;
    }
    equalities_.push_back(
        {attribute.name, {constant_source(attribute.type->constant)}, false, false});
  }
}

const Equality* EqualitySet::find_own(std::string_view attribute) const {
  for (const auto& equality : equalities_) {
    if (equality.attribute == attribute) return &equality;
  }
  return nullptr;
}

const Equality* EqualitySet::find(std::string_view attribute) const {
  const Equality* own = find_own(attribute);
  if (own != nullptr) return own;
  const std::string_view twin = twin_of(entity_, attribute);
  return twin.empty() ? nullptr : find_own(twin);
}

}  // namespace partita::planning
