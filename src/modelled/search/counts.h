#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::search {

// Numbers that are only added to: how often a term is there, how long the fields are together.
using Counts = std::vector<std::int64_t>;

void add(Counts& counts, const Counts& more);
Counts negative(Counts counts);

Bytes encode(const Counts& counts);
// No row is empty.   ERRORS: Corrupt.
Result<Counts> decode_counts(std::optional<ByteView> bytes);

// As engine::Combine: adds; there is no row where all are zero.
std::optional<Bytes> combine_counts(std::optional<ByteView> stored, ByteView operand);

}  // namespace partita::search
