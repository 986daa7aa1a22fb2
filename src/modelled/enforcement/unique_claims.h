#pragma once

#include "model/rules/rule_outcome.h"
#include "partita/base/bytes.h"
#include "store/keys/key_space.h"

namespace partita::enforcement {

// Where the claim of an item is stored; the value there is the item's key.
Bytes claim_key(keys::TableId table, const rules::UniqueClaim& claim, ByteView item_key);

}  // namespace partita::enforcement
