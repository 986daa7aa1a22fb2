#pragma once

#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"
#include "store/catalog/catalog.h"
#include "store/catalog/table.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

namespace partita::query {

// What a Query or a Scan reads: the items of a table, or the entries of one of its indexes.
struct ReadSource {
  catalog::TablePointer table;
  const catalog::Index* index = nullptr;  // Of that table; null for its items.

  const catalog::KeySchema& key() const { return index != nullptr ? index->key : table->key; }
  keys::IndexId index_id() const { return index != nullptr ? index->id : keys::IndexId::Base; }
  bool is_global() const { return index != nullptr && index->kind == catalog::IndexKind::Global; }
  // Whether each row has the attribute if its item has it.
  bool has_attribute(std::string_view name) const;
};

// The attributes of LastEvaluatedKey and ExclusiveStartKey: those of the table's key and of the
// index's key, each once.
std::vector<std::string_view> position_names(const ReadSource& source);

// Where a row lies, as a client gets to know it.
EncodedItem position_of(const ReadSource& source, const ItemView& row);

}  // namespace partita::query
