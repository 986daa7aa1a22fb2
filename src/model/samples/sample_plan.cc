#include "model/samples/sample_plan.h"

#include <algorithm>

namespace partita::samples {

const std::vector<Value>* SamplePlan::choices(std::string_view path) const {
  for (const auto* listed : {&fake->rows, &fake->choose}) {
    for (const auto& [attribute, values] : *listed) {
      if (attribute == path && !values.empty()) return &values;
    }
  }
  return nullptr;
}

bool SamplePlan::is_in_rows(std::string_view path) const {
  return std::any_of(fake->rows.begin(), fake->rows.end(),
                     [&](const auto& column) { return column.first == path; });
}

std::uint64_t SamplePlan::finished_total() const {
  std::uint64_t others = 0;
  for (const auto& group : fake->unfinished) others += static_cast<std::uint64_t>(group.count);
  return total() - std::min(others, total());
}

std::optional<Unfinished> unfinished(const ItemId& item) {
  const auto& groups = item.plan->fake->unfinished;
  // Counted from the newest, which is 1.
  std::uint64_t from_end = item.plan->total() - item.ordinal;
  for (std::size_t group = groups.size(); group > 0; --group) {
    const auto count = static_cast<std::uint64_t>(groups[group - 1].count);
    if (from_end <= count) {
      return Unfinished{group - 1, static_cast<std::int64_t>(count - from_end)};
    }
    from_end -= count;
  }
  return std::nullopt;
}

bool is_in_key(const model::Entity& entity, std::string_view attribute) {
  return std::any_of(entity.row.keys.begin(), entity.row.keys.end(),
                     [&](const model::DerivedKey& key) { return key.key.uses(attribute); });
}

std::vector<std::string_view> key_variables(const model::Entity& entity) {
  std::vector<std::string_view> names;
  for (const model::DerivedKey& key : entity.row.keys) {
    for (const model::TemplatePart& part : key.key.parts()) {
      if (!part.variable) continue;
      const std::string& name = part.variable->name;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

const model::Entity* referenced(const model::Entity& entity, std::string_view attribute) {
  if (entity.edge && entity.edge->from.attribute == attribute) return entity.edge->from.entity;
  if (entity.edge && entity.edge->to.attribute == attribute) return entity.edge->to.entity;
  const model::Attribute* listed = entity.find_attribute(attribute);
  return listed == nullptr ? nullptr : listed->references;
}

std::vector<std::string_view> reference_names(const model::Entity& entity) {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  if (entity.edge) {
    add(entity.edge->from.attribute);
    add(entity.edge->to.attribute);
  }
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.references != nullptr) add(attribute.name);
  }
  return names;
}

}  // namespace partita::samples
