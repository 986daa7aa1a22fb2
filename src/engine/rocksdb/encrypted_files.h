#pragma once

#include <filesystem>
#include <memory>

#include <rocksdb/file_system.h>

#include "engine/rocksdb/keyring.h"
#include "partita/base/result.h"

// Encryption at rest: every file that RocksDB writes is encrypted, whatever it holds.
namespace partita::engine {

// Whether the data directory (data_directory.h) has a keyring. False for one that is not there yet.
// ERRORS: Corrupt if the keyring is missing although the store is encrypted; as read_small_file.
Result<bool> is_encrypted(const std::filesystem::path& data_directory);

// A file system on top of `base` whose files are encrypted with the keys of `keyring`. All that the
// engine writes through it is encrypted, checkpoints included; a plain file read through it is
// Corruption. It refuses to make an info log, which would be plain text: give RocksDB a logger.
// A file has its name only once its header is on disk, so that a header that cannot be read is
// damage and never the trace of a power cut.
// Refuses memory-mapped reads and direct I/O: the first shows encrypted bytes, the second writes
// a page twice under one keystream.
// ERRORS: InvalidArgument if `base` or `keyring` is null.
Result<std::shared_ptr<rocksdb::FileSystem>> encrypted_file_system(
    const std::shared_ptr<rocksdb::FileSystem>& base, std::shared_ptr<Keyring> keyring);

}  // namespace partita::engine
