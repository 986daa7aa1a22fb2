#pragma once

#include <rocksdb/file_system.h>

#include <filesystem>
#include <memory>

#include "partita/base/result.h"

namespace partita::engine {

// The manifest is RocksDB's list of the files that make up the store. A power cut while it is being
// synced may leave anything in the bytes behind its synced end, and RocksDB does not open a store
// whose manifest holds a damaged record. But nothing rests on those bytes: RocksDB deletes the
// files that a new record replaces only after the sync of that record has returned. So the synced
// size of the manifest is kept in a file beside the store (the mark), and if the store does not
// open, what is behind that size is cut off. Damage in front of it is real and still refused.

// A file system that stores the synced size of a manifest in `directory` at `mark` before a sync of
// it returns. It must see the files as they are on the disk: encryption goes on top of it.
std::shared_ptr<rocksdb::FileSystem> manifest_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, const std::filesystem::path& directory,
    const std::filesystem::path& mark);

// Cuts off what is behind the synced size of the manifest in `directory`. Returns whether there was
// anything; never if it is not certain that the mark is the last one that was stored.
// REQUIRES: nobody has the store open.
Result<bool> cut_off_unsynced_manifest(const std::filesystem::path& directory,
                                       const std::filesystem::path& mark);

}  // namespace partita::engine
