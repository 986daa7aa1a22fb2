#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/lint/rule_groups.h"
#include "model/planning/key_part.h"
#include "model/planning/key_space.h"

namespace partita::lint {
namespace {

using model::AttributeKind;
using planning::KeySpace;

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool is_many_valued(const model::Entity& entity, std::string_view name) {
  const model::Attribute* attribute = entity.find_attribute(name);
  return attribute != nullptr && (attribute->type->kind == AttributeKind::List ||
                                  attribute->type->kind == AttributeKind::Set);
}

void check_many_valued(LintContext& context, const model::Entity& entity,
                       const model::IndexKey& key) {
  for (const auto& part : key.key.parts()) {
    if (!part.variable || !key.each.empty()) continue;
    if (!is_many_valued(entity, part.variable->name)) continue;
    context.report("L226", {key.place, entity.name + "." + key.name,
                            fmt::format("{}.{} is made of {}, which is a list: an item has one "
                                        "entry, whatever the list holds",
                                        entity.name, key.name, part.variable->name),
                            fmt::format("{{each: {}, as: ..}} makes an entry for each element",
                                        part.variable->name)});
  }
}

void check_index_keys(LintContext& context, const model::Entity& entity) {
  for (const auto& key : entity.row.index_keys) {
    if (!key.tuple.empty()) {
      context.report("L210", {key.place, entity.name + "." + key.name,
                              fmt::format("{}.{}: the list [{}] is no key value; key attributes "
                                          "are strings, numbers or binary",
                                          entity.name, key.name, fmt::join(key.tuple, ", ")),
                              "list the attributes in the `partition` or `sort` of the index"});
      continue;
    }
    check_many_valued(context, entity, key);
  }
}

void check_constant_partition(LintContext& context, const model::Entity& entity) {
  if (entity.row.keys.size() < 2) return;
  const auto& partition = entity.row.keys.front();
  if (!partition.key.is_constant() || entity.row.keys.back().key.is_constant()) return;
  context.report("L209", {partition.place, entity.name + "." + partition.name,
                          fmt::format("all items of {} have the partition key \"{}\"", entity.name,
                                      partition.key.literal_prefix()),
                          "add an attribute or shard(..) to the template"});
}

// Constants in `where` that no item can have.
void check_binding(LintContext& context, const model::Pattern& pattern,
                   const model::Binding& binding) {
  if (pattern.entity == nullptr) return;
  const model::Attribute* attribute = pattern.entity->find_attribute(binding.attribute);
  if (attribute == nullptr || attribute->type->kind != AttributeKind::Enum) return;
  const auto& type = *attribute->type;
  for (const auto& value : binding.values) {
    const bool is_known =
        value.type() == ValueType::S &&
        std::find(type.values.begin(), type.values.end(), value.string()) != type.values.end();
    if (is_known || type.is_open) continue;
    const std::string text =
        value.type() == ValueType::S ? value.string() : std::string(name_of(value.type()));
    const bool is_wildcard = text == "any" || text == "*" || text == "all";
    context.report("L210",
                   {binding.place, pattern.name + "." + binding.attribute,
                    fmt::format("{}: no item has {} \"{}\"", pattern.name, binding.attribute, text),
                    is_wildcard ? fmt::format("write `{}: any` ({} legs)", binding.attribute,
                                              type.values.size())
                                : fmt::format("one of {}", fmt::join(type.values, ", "))});
  }
}

void check_readable(LintContext& context, const model::Entity& entity, const model::Row& row) {
  for (const auto& key : row.keys) {
    if (key.key.ambiguity().empty()) continue;
    context.report("L211", {key.place, entity.name + "." + key.name,
                            fmt::format("{}.{} \"{}\" cannot be read back: {}", entity.name,
                                        key.name, key.key.text(), key.key.ambiguity()),
                            "put a separator between the two"});
  }
}

std::vector<std::string> key_names(const model::Table& table) {
  std::vector<std::string> names{table.partition_key};
  if (table.has_sort_key()) names.push_back(table.sort_key);
  return names;
}

void check_disjoint(LintContext& context, const KeySpace& space, const KeySpace& other,
                    const model::Table& table) {
  if (!planning::may_coincide(space, other, key_names(table))) return;
  const model::DerivedKey& key = space.row->keys.front();
  context.report("L211",
                 {key.place, space.entity->name + "." + key.name,
                  fmt::format("items of {} and {} can have the same key: \"{}\" and \"{}\" are "
                              "not kept apart",
                              space.entity->name, other.entity->name, key.key.text(),
                              other.row->keys.front().key.text()),
                  "give one of them a prefix, or a `format` or `pattern` that the other "
                  "cannot have"});
}

void check_spaces(LintContext& context, const model::Table& table) {
  const auto spaces = planning::key_spaces(context.model().entities, table);
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    check_readable(context, *spaces[i].entity, *spaces[i].row);
    for (std::size_t j = 0; j < i; ++j) check_disjoint(context, spaces[i], spaces[j], table);
  }
}

void check_name(LintContext& context, const model::Entity& entity,
                const model::Attribute& attribute) {
  for (const auto& key : key_names(*entity.table)) {
    if (attribute.name == key || lower_case(attribute.name) != lower_case(key)) continue;
    context.report("L215", {attribute.notes.place, entity.name + "." + attribute.name,
                            fmt::format("{}.{} differs from the key attribute {} only in case",
                                        entity.name, attribute.name, key),
                            fmt::format("names are case-sensitive: write {}", key)});
  }
}

}  // namespace

void check_key_values(LintContext& context) {
  for (const auto& entity : context.model().entities) {
    check_index_keys(context, entity);
    check_constant_partition(context, entity);
  }
  for (const auto& pattern : context.model().patterns) {
    for (const auto& binding : pattern.where) check_binding(context, pattern, binding);
    for (const auto& binding : pattern.by) check_binding(context, pattern, binding);
  }
}

void check_key_space(LintContext& context) {
  for (const auto& table : context.model().tables) check_spaces(context, table);
  for (const auto& entity : context.model().entities) {
    for (const auto& attribute : entity.attributes) check_name(context, entity, attribute);
  }
}

}  // namespace partita::lint
