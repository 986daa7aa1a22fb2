#pragma once

#include "keys/key_space.h"
#include "partita/base/bytes.h"
#include "rules/outcome.h"

namespace partita::enforcement {

// Where the claim of an item is stored; the value there is the item's key.
Bytes claim_key(keys::TableId table, const rules::UniqueClaim& claim, ByteView item_key);

}  // namespace partita::enforcement
