#pragma once

#include <rocksdb/options.h>

#include <cstdint>

#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// The settings of RocksDB, each with its reason.
rocksdb::Options store_options(const RocksdbOptions& options);

// The memory for what was read lately if nobody chooses: a quarter of what there is, 32 MB to 8 GB.
std::uint64_t default_cache_bytes(std::uint64_t memory_bytes);

// How much of the cache's memory holds single values; the rest holds blocks of the store.
std::uint64_t hot_value_bytes(const RocksdbOptions& options);

}  // namespace partita::engine
