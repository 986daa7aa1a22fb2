#include "model/definition/model.h"

#include <algorithm>

namespace partita::model {
namespace {

template <typename Container>
auto find_named(const Container& elements, std::string_view name) -> decltype(&*elements.begin()) {
  const auto found = std::find_if(elements.begin(), elements.end(),
                                  [name](const auto& element) { return element.name == name; });
  return found == elements.end() ? nullptr : &*found;
}

}  // namespace

const Param* Model::find_param(std::string_view param) const { return find_named(params, param); }
const NamedType* Model::find_type(std::string_view type) const { return find_named(types, type); }
const Entity* Model::find_entity(std::string_view entity) const {
  return find_named(entities, entity);
}
const Pattern* Model::find_pattern(std::string_view pattern) const {
  return find_named(patterns, pattern);
}
const Rollup* Model::find_rollup(std::string_view rollup) const {
  return find_named(rollups, rollup);
}
const Table* Model::find_table_named(std::string_view table_name) const {
  return find_named(tables, table_name);
}

const Table* Model::find_table(std::string_view id) const {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [id](const Table& table) { return table.id == id; });
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace partita::model
