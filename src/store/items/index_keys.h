#pragma once

#include <optional>

#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::items {

// By what a client writes an item: DynamoDB's words differ.
enum class WrittenBy { Put, Update };

// What is written to an item, for the check of its index keys.
struct IndexedWrite {
  ItemView item;
  WrittenBy how = WrittenBy::Put;
  // What was there: a value that stays as it was is not looked at, it may be older than the index.
  std::optional<ItemView> before = std::nullopt;
};

// Whether an item fits all indexes of the table: a key attribute of an index may be absent, but not
// have another type, be empty or too long. Of several indexes that it does not fit the error names
// the first by name.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_index_keys(const catalog::Table& table, const IndexedWrite& written);

// Whether the item has all key attributes of the index, and they fit.
bool is_in_index(const catalog::Index& index, const ItemView& item);

}  // namespace partita::items
