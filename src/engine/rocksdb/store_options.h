#pragma once

#include <rocksdb/options.h>

#include <memory>

#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// The settings of RocksDB, each with its reason.
rocksdb::Options store_options(const RocksdbOptions& options);

}  // namespace partita::engine
