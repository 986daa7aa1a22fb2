#pragma once

#include <cstdint>
#include <optional>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"

// How far a stream's log has been trimmed, stored in the commits that trim it:
//
// key   := 00 "stream-trimmed/" stream:u32      value := stamp:u64, big-endian
//
// Entries before the stamp are gone. Readers begin there, and so never wade through what an engine
// may still keep of the erased ones.
namespace partita::streams {

Bytes trim_key(keys::StreamId stream);

// nullopt: nothing has been trimmed.   ERRORS: Corrupt; those of the engine.
Task<Result<std::optional<std::uint64_t>>> read_trim_point(const engine::View& view,
                                                           keys::StreamId stream);

}  // namespace partita::streams
