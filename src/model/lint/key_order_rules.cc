#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/lint/rule_groups.h"
#include "model/planning/key_space.h"

namespace partita::lint {
namespace {

using model::AttributeKind;

// A template that sorts rows.
struct SortTemplate {
  const model::Entity* entity;
  std::string name;
  model::Place place;
  const model::KeyTemplate* key;
};

bool sorts(const model::Table& table, std::string_view name) {
  if (name == table.sort_key) return true;
  return std::any_of(table.indexes.begin(), table.indexes.end(), [&](const model::Index& index) {
    return std::find(index.sort.begin(), index.sort.end(), name) != index.sort.end();
  });
}

std::vector<SortTemplate> sort_templates(const planning::KeySpace& space) {
  std::vector<SortTemplate> templates;
  const model::Table& table = *space.entity->table;
  for (const auto& key : space.row->keys) {
    if (sorts(table, key.name)) {
      templates.push_back({space.entity, key.name, key.place, &key.key});
    }
  }
  for (const auto& key : space.row->index_keys) {
    if (sorts(table, key.name)) {
      templates.push_back({space.entity, key.name, key.place, &key.key});
    }
  }
  return templates;
}

AttributeKind kind_of(const model::Entity& entity, const model::TemplateVariable& variable) {
  const model::Attribute* attribute = entity.find_attribute(variable.name);
  return attribute == nullptr ? AttributeKind::String : attribute->type->kind;
}

bool is_number(AttributeKind kind) {
  return kind == AttributeKind::Int || kind == AttributeKind::Number;
}

bool is_time(AttributeKind kind) {
  return kind == AttributeKind::Timestamp || kind == AttributeKind::Date;
}

void check_padding(LintContext& context, const SortTemplate& sort) {
  if (sort.key->is_bare_variable()) return;
  for (const auto& part : sort.key->parts()) {
    if (!part.variable || part.variable->width > 0 || part.variable->shards > 0) continue;
    if (!is_number(kind_of(*sort.entity, *part.variable))) continue;
    const std::string& name = part.variable->name;
    context.report("L212", {sort.place, sort.entity->name + "." + sort.name,
                            fmt::format("{} \"{}\": {} is not padded, so 10 sorts before 2",
                                        sort.name, sort.key->text(), name),
                            fmt::format("{{{}:04}}", name)});
  }
}

void check_position(LintContext& context, const SortTemplate& sort) {
  std::string id;
  for (const auto& part : sort.key->parts()) {
    if (!part.variable) continue;
    const AttributeKind kind = kind_of(*sort.entity, *part.variable);
    if (kind == AttributeKind::String && id.empty()) id = part.variable->name;
    if (id.empty() || (!is_time(kind) && !is_number(kind))) continue;
    context.report("L213", {sort.place, sort.entity->name + "." + sort.name,
                            fmt::format("{} \"{}\": rows are sorted by {} first, so {} orders "
                                        "nothing",
                                        sort.name, sort.key->text(), id, part.variable->name),
                            fmt::format("put {} before {}", part.variable->name, id)});
    return;
  }
}

}  // namespace

void check_key_order(LintContext& context) {
  for (const auto& table : context.model().tables) {
    for (const auto& space : planning::key_spaces(context.model().entities, table)) {
      for (const auto& sort : sort_templates(space)) {
        check_padding(context, sort);
        check_position(context, sort);
      }
    }
  }
}

}  // namespace partita::lint
