#include "model/planning/key_part.h"

#include <algorithm>

namespace partita::planning {

KeyPart key_part(const model::Entity& entity, const model::Row& row, std::string_view name) {
  KeyPart part;
  part.name = name;
  if (const model::DerivedKey* key = row.find_key(name)) {
    part.form = KeyPart::Form::Template;
    part.key = &key->key;
  } else if (const model::IndexKey* index_key = row.find_index_key(name)) {
    part.form = index_key->tuple.empty() ? KeyPart::Form::Template : KeyPart::Form::Tuple;
    part.key = &index_key->key;
    part.each = index_key->each;
  } else if (entity.find_attribute(name) != nullptr) {
    part.form = KeyPart::Form::Native;
  }
  return part;
}

std::vector<std::string> partition_names(const model::Table& table, const model::Index* index) {
  if (index == nullptr || (index->is_local && index->partition.empty())) {
    return {table.partition_key};
  }
  return index->partition;
}

std::vector<std::string> sort_names(const model::Table& table, const model::Index* index) {
  if (index != nullptr) return index->sort;
  if (!table.has_sort_key()) return {};
  return {table.sort_key};
}

bool is_key_of(const model::Table& table, const model::Index* index, std::string_view name) {
  const auto partition = partition_names(table, index);
  const auto sort = sort_names(table, index);
  return std::find(partition.begin(), partition.end(), name) != partition.end() ||
         std::find(sort.begin(), sort.end(), name) != sort.end();
}

std::vector<const model::Row*> rows_of(const model::Entity& entity) {
  std::vector<const model::Row*> rows{&entity.row};
  if (entity.edge && entity.edge->mirror) rows.push_back(&*entity.edge->mirror);
  return rows;
}

std::string_view twin_of(const model::Entity& entity, std::string_view attribute) {
  const model::Attribute* found = entity.find_attribute(attribute);
  if (found == nullptr || !found->derived) return {};
  const model::Attribute* twin = entity.find_attribute(found->derived->text());
  return twin == nullptr ? std::string_view() : std::string_view(twin->name);
}

}  // namespace partita::planning
