#pragma once

#include "partita/base/bytes.h"
#include "store/keys/key_space.h"

// Where the size of an item collection is kept: all items of a table with one partition key, and
// their entries in its local indexes. key_space.h has the grammar.
namespace partita::keys {

// REQUIRES: `item_key` comes from item_key(); any item of the collection will do.
Bytes collection_key(ByteView item_key);

}  // namespace partita::keys
