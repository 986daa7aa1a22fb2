#pragma once

#include "catalog/table.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::items {

// By what a client writes an item: DynamoDB's words differ.
enum class WrittenBy { Put, Update };

// Whether an item fits all indexes of the table: a key attribute of an index may be absent, but not
// have another type, be empty or too long.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_index_keys(const catalog::Table& table, const ItemView& item, WrittenBy how);

// Whether the item has all key attributes of the index, and they fit.
bool is_in_index(const catalog::Index& index, const ItemView& item);

}  // namespace partita::items
