#include "dynamodb/operations/key_paths.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace partita::operations {
namespace {

std::vector<std::string_view> names_of(const catalog::KeySchema& key) {
  std::vector<std::string_view> names;
  for (const auto& attribute : key.partition) names.emplace_back(attribute.name);
  for (const auto& attribute : key.sort) names.emplace_back(attribute.name);
  return names;
}

}  // namespace

Status check_key_paths(const catalog::Table& table,
                       std::span<const expression::DocumentPath> paths) {
  using expression::KeyRole;
  const auto is_deep = [](const expression::DocumentPath& path) { return path.size() > 1; };
  if (std::none_of(paths.begin(), paths.end(), is_deep)) return {};
  TRY(expression::check_keys_are_scalars(paths, names_of(table.key), KeyRole::Table));
  for (const catalog::Index& index : table.indexes) {
    TRY(expression::check_keys_are_scalars(paths, names_of(index.key), KeyRole::Index));
  }
  return {};
}

}  // namespace partita::operations
