#pragma once

#include "partita/base/bytes.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// Values that only one item of a table may have. key_space.h has the grammar; the value stored
// under such a key is the key of the item that has it.
namespace partita::keys {

// `constraint` tells the constraints of a table apart.
Bytes unique_key(TableId table, ByteView constraint, ByteView value);

// Who refers to an item: `reference` tells the references of a table apart, `target` names the item
// and `referrer` is the key of the one that refers to it, which is also what is stored. All rows of
// a target begin with its own, which everybody writes who refers to it anew.
Bytes reference_target_key(TableId table, ByteView reference, ByteView target);
Bytes reference_key(TableId table, ByteView reference, ByteView target, ByteView referrer);

// Where a constraint has its state, and how far the values of older items are claimed. What is
// stored there is in enforcement/unique_state.cc.
Bytes unique_state_key(TableId table, ByteView constraint);
Bytes unique_progress_key(TableId table, ByteView constraint);

// All of one constraint, its state included; of a table; of the constraint that a key is one of.
KeyRange constraint_range(TableId table, ByteView constraint);
KeyRange unique_range(TableId table);
// REQUIRES: `key` is one of the space UniqueValues.
KeyRange constraint_range_of(ByteView key);

}  // namespace partita::keys
