#pragma once

#include <vector>

#include "partita/api/transact_write_items.h"
#include "store/keys/key_hash.h"

namespace partita::operations {

// A hash of what a transaction is to do: equal for equal requests however they were spelled (the
// order of members and of names, the spelling of numbers), different for all others. What is to be
// answered does not count.
// REQUIRES: no input has a problem.
keys::KeyHash fingerprint(const std::vector<api::TransactWriteItem>& items);

}  // namespace partita::operations
