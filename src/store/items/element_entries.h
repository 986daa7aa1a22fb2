#pragma once

#include <map>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::items {

// Keys and values of what an index has of one item.
using ElementEntries = std::map<Bytes, Bytes>;

// All entries of an item in an index: one, none, or several if the rules of the table want one for
// each element of a list. `item_key` is key_of_item.
ElementEntries element_entries(const catalog::Table& table, const catalog::Index& index,
                               ByteView item_key, const std::optional<ItemView>& item);

}  // namespace partita::items
