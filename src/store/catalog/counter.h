#pragma once

#include <cstdint>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Numbers that only grow, stored as eight bytes, big-endian.
namespace partita::catalog {

Bytes encode_counter(std::uint64_t number);
// ERRORS: Corrupt.
Result<std::uint64_t> decode_counter(ByteView bytes);

// Takes the next number of the counter that is stored under this metadata name, from 1 on: an id
// that was never used and, once the transaction is committed, never will be again.
// ERRORS: Unavailable if there are no more of 32 bits; Corrupt; those of the engine.
Task<Result<std::uint32_t>> take_id(engine::Transaction& transaction, std::string_view name);

}  // namespace partita::catalog
