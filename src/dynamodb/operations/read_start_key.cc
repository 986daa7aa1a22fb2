#include "dynamodb/operations/read_start_key.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <utility>

#include "language/expression/messages.h"
#include "partita/api/exception.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_codec.h"
#include "store/items/index_entries.h"
#include "store/items/item_key.h"
#include "store/keys/item_keys.h"

namespace partita::operations {
namespace {

// The attributes of the table's own key.
EncodedItem item_part(const catalog::Table& table, const ItemView& start_key) {
  std::vector<std::string_view> names{table.key.partition[0].name};
  if (table.has_sort_key()) names.emplace_back(table.key.sort[0].name);
  Bytes bytes;
  append_projected(bytes, start_key, std::span<const std::string_view>(names));
  return EncodedItem(std::move(bytes));
}

Result<Bytes> item_key_of(const catalog::Table& table, const ItemView& key) {
  auto item_key = items::key_of_argument(table, key);
  if (item_key.ok()) return item_key;
  return std::move(item_key).error().within("The provided starting key is invalid");
}

}  // namespace

Error invalid_start_key() { return api::invalid("The provided starting key is invalid"); }

bool has_position_size(const query::ReadSource& source, const ItemView& start_key) {
  return start_key.attributes().size() == query::position_names(source).size();
}

Status check_start_key(const std::vector<catalog::KeyAttribute>& attributes,
                       const ItemView& start_key, Error (*of_another_type)()) {
  for (const auto& attribute : attributes) {
    const auto value = start_key.find(attribute.name);
    if (!value) return invalid_start_key();
    if (!items::has_type(*value, attribute.type)) return of_another_type();
  }
  return {};
}

Status check_has_rest(const query::ReadSource& source, const ItemView& start_key) {
  if (source.index != nullptr || source.table->has_sort_key()) return {};
  const std::string& name = source.table->key.partition[0].name;
  return api::invalid(
      fmt::format("The provided exclusive start key is invalid: ExclusiveStartKey: {{{}={}}}", name,
                  expression::messages::value_text(*start_key.find(name))));
}

Result<Bytes> row_of_start_key(const query::ReadSource& source, const ItemView& start_key) {
  const catalog::Table& table = *source.table;
  if (source.index == nullptr) return item_key_of(table, start_key);
  const EncodedItem key = item_part(table, start_key);
  const Bytes item_key = TRY(item_key_of(table, key.view()));
  auto entry_key =
      items::index_entry_key(table, *source.index, start_key, keys::hash_item(item_key));
  if (!entry_key) return invalid_start_key();
  return std::move(*entry_key);
}

}  // namespace partita::operations
