#pragma once

#include <cstddef>
#include <vector>

#include "model/formula/formula.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// The values that a rollup groups by, as a part of keys. group_key.cc has the grammar.

namespace partita::rollups {

inline constexpr std::size_t kGroupColumnsMax = 4;
// A longer text is cut, and told from others by a hash that takes the place of its end: a group is
// a part of a key, and keys are short.
inline constexpr std::size_t kGroupTextBytesMax = 256;

// Appends one column. What is absent, and what has no order (lists, maps, sets), counts as NULL.
void append_group_value(Bytes& group, const model::FormulaValue& value);
void append_group_value(Bytes& group, const Value& value);

// Reads one column from the front of `input` and moves `input` behind it.
// ERRORS: Corrupt.
Result<Value> take_group_value(ByteView& input);
// Moves `input` behind a whole group and gives its bytes.
Result<ByteView> take_group(ByteView& input, std::size_t columns);
Result<std::vector<Value>> decode_group(ByteView group, std::size_t columns);

}  // namespace partita::rollups
