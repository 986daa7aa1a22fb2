#include "store/query/read_source.h"

#include <algorithm>
#include <span>
#include <utility>

#include "partita/value/item_codec.h"

namespace partita::query {
namespace {

void add_names(std::vector<std::string_view>& names,
               const std::vector<catalog::KeyAttribute>& attributes) {
  for (const auto& attribute : attributes) {
    if (std::find(names.begin(), names.end(), attribute.name) == names.end()) {
      names.emplace_back(attribute.name);
    }
  }
}

}  // namespace

bool ReadSource::has_attribute(std::string_view name) const {
  if (index == nullptr || index->projection == catalog::IndexProjection::All) return true;
  const auto& stored = index->stored_attributes;
  return std::binary_search(stored.begin(), stored.end(), name);
}

std::vector<std::string_view> position_names(const ReadSource& source) {
  std::vector<std::string_view> names;
  add_names(names, source.table->key.partition);
  add_names(names, source.table->key.sort);
  if (source.index == nullptr) return names;
  add_names(names, source.index->key.partition);
  add_names(names, source.index->key.sort);
  return names;
}

EncodedItem position_of(const ReadSource& source, const ItemView& row) {
  const auto names = position_names(source);
  Bytes bytes;
  append_projected(bytes, row, std::span<const std::string_view>(names));
  return EncodedItem(std::move(bytes));
}

}  // namespace partita::query
