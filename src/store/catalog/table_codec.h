#pragma once

#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::catalog {

// A table's descriptor: an encoded item (value/item_format.h) with the members that table_codec.cc
// lists. The name is not in it: it is the descriptor's key.
Bytes encode_table(const Table& table);

// Says in the table which member it has passed over (Table::unknown_member).
// ERRORS: Corrupt, naming the table and what cannot be read.
Result<Table> decode_table(std::string_view name, ByteView descriptor);

}  // namespace partita::catalog
