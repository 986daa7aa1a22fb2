#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/rocksdb/store_opening.h"

namespace partita::engine {

// Makes a data directory at `target` that holds everything up to `acknowledged_sequence`.
// ERRORS: AlreadyExists if there is something at `target`.
Status make_checkpoint(const OpenStore& opened, std::uint64_t acknowledged_sequence,
                       const std::filesystem::path& target);

}  // namespace partita::engine
