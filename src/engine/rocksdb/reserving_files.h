#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "engine/rocksdb/space_guard.h"

namespace partita::engine {

// A file system on which an append to a log cannot fail half-way for want of space: the blocks are
// reserved first, and if that fails the guard's ballast is given up and it is tried once more.
std::shared_ptr<rocksdb::FileSystem> reserving_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<SpaceGuard> guard);

}  // namespace partita::engine
