#pragma once

#include "keys/key_range.h"
#include "keys/key_space.h"
#include "partita/base/bytes.h"

// Values that only one item of a table may have. key_space.h has the grammar; the value stored
// under such a key is the key of the item that has it.
namespace partita::keys {

// `constraint` tells the constraints of a table apart.
Bytes unique_key(TableId table, ByteView constraint, ByteView value);

// All of a table.
KeyRange unique_range(TableId table);

}  // namespace partita::keys
