#include "model/lint/key_cardinality.h"

#include <algorithm>

#include "model/lint/workload_units.h"
#include "model/planning/key_part.h"

namespace partita::lint {
namespace {

using model::AttributeKind;
using planning::KeyPart;
using Values = std::set<std::string>;

constexpr std::size_t kValuesMax = 100;

std::optional<Values> attribute_values(const model::Entity& entity, std::string_view name) {
  for (const auto& match : entity.match) {
    if (match.attribute != name) continue;
    Values values;
    for (const auto& value : match.values) {
      if (value.type() != ValueType::S) return std::nullopt;
      values.insert(value.string());
    }
    return values;
  }
  const model::Attribute* attribute = entity.find_attribute(name);
  if (attribute == nullptr) return std::nullopt;
  const model::AttributeType& type = *attribute->type;
  if (type.kind == AttributeKind::Bool) return Values{"false", "true"};
  if (type.kind == AttributeKind::Const && type.constant.type() == ValueType::S) {
    return Values{type.constant.string()};
  }
  if (type.kind != AttributeKind::Enum || type.is_open) return std::nullopt;
  return Values(type.values.begin(), type.values.end());
}

std::optional<Values> part_values(const model::Entity& entity, const KeyPart& part) {
  if (part.form == KeyPart::Form::Native) return attribute_values(entity, part.name);
  if (part.form != KeyPart::Form::Template) return Values{};
  if (part.key->is_constant()) return Values{std::string(part.key->literal_prefix())};
  Values values;
  for (const auto& piece : part.key->parts()) {
    if (!piece.variable) continue;
    if (piece.variable->shards > 0 || !values.empty()) return std::nullopt;
    auto own = attribute_values(entity, part.attribute_of(*piece.variable));
    if (!own) return std::nullopt;
    for (const auto& value : *own) values.insert(std::string(part.key->literal_prefix()) + value);
  }
  return values;
}

}  // namespace

std::optional<Values> key_values(const model::Model& model, const model::Table& table,
                                 const model::Index& index, std::string_view attribute) {
  Values all;
  for (const auto& entity : model.entities) {
    if (entity.table != &table || rows_in_index(entity, table, index) == 0) continue;
    auto values = part_values(entity, planning::key_part(entity, entity.row, attribute));
    if (!values) return std::nullopt;
    all.merge(*values);
    if (all.size() > kValuesMax) return std::nullopt;
  }
  return all;
}

std::set<std::string> declared_values(const model::Model& model, const model::Table& table,
                                      std::string_view attribute) {
  Values all;
  for (const auto& entity : model.entities) {
    const auto* declared = entity.table == &table ? entity.find_attribute(attribute) : nullptr;
    if (declared == nullptr) continue;
    all.insert(declared->type->values.begin(), declared->type->values.end());
  }
  return all;
}

std::optional<std::size_t> partition_count(const model::Model& model, const model::Table& table,
                                           const model::Index& index) {
  std::size_t count = 1;
  for (const auto& name : planning::partition_names(table, &index)) {
    const auto values = key_values(model, table, index, name);
    if (!values || values->empty()) return std::nullopt;
    count *= values->size();
  }
  return count;
}

std::optional<LargestShare> largest_share(const model::Model& model, const model::Entity& entity) {
  std::optional<LargestShare> largest;
  for (const auto& plan : model.fakes) {
    if (plan.entity != &entity) continue;
    for (const auto& [state, share] : plan.outcome) {
      const double value = to_double(share);
      if (!largest || value > largest->share) largest = LargestShare{state, value};
    }
  }
  return largest;
}

}  // namespace partita::lint
