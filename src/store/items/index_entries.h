#pragma once

#include <optional>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"
#include "store/keys/key_hash.h"

// An index entry: its key is the index key's values and the hash of the item's own key, its value
// an encoded item with what the index projects (always the key attributes of table and index).
namespace partita::items {

// The entry's key, or nullopt if the item is not in the index: an attribute of the index key is
// absent, or (in items stored before the index was made) does not fit it. Works on everything that
// has the key attributes of table and index: an item, an entry, an ExclusiveStartKey.
// `item` is keys::hash_item of the item's key in the table.
std::optional<Bytes> index_entry_key(const catalog::Table& table, const catalog::Index& index,
                                     const ItemView& attributes, const keys::KeyHash& item);

// What the index stores of the item.
Bytes index_entry_value(const catalog::Index& index, const ItemView& item);

}  // namespace partita::items
