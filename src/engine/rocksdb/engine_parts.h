#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "engine/rocksdb/reader_pool.h"
#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// As open_rocksdb_engine, on files and with readers that the caller chooses: for tests that own the
// disk. REQUIRES: random reads of the files heed t_disk_reads (disk_reads.h).
Result<std::unique_ptr<RocksdbEngine>> open_rocksdb_engine_on(
    std::shared_ptr<rocksdb::FileSystem> files, const ReaderPoolOptions& readers,
    const RocksdbOptions& options, KeyKinds kinds = &no_merged_keys);

}  // namespace partita::engine
