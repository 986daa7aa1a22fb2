#pragma once

#include <rocksdb/options.h>

#include <cstdint>

#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// The settings of RocksDB, each with its reason.
rocksdb::Options store_options(const RocksdbOptions& options);

// How much of the cache's memory holds single values; the rest holds blocks of the store.
std::uint64_t hot_value_bytes(const RocksdbOptions& options);

}  // namespace partita::engine
