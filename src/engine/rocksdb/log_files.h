#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "engine/rocksdb/space_guard.h"

namespace partita::engine {

// What lies where a log has not been written yet.
enum class LogSpace {
  Reserved,
  // Zeroes that are on the disk already. A sync of what is written over them has no new length or
  // place of the file to write down as well, and takes half the time.
  Zeroed,
};

// A file system on which an append to a log cannot fail half-way for want of space: the blocks are
// reserved first, and if that fails the guard's ballast is given up and it is tried once more.
std::shared_ptr<rocksdb::FileSystem> log_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<SpaceGuard> guard,
    LogSpace space);

}  // namespace partita::engine
