#pragma once

#include <memory>
#include <variant>

#include "engine/engine.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "partita/base/result.h"

// Where a database keeps its data. This is the one place that knows all engines.
namespace partita::database {

using engine::Durability;
using engine::MasterKeyFile;
using engine::MasterKeySource;
using engine::MasterKeyVariable;

// In local files, the default.
using RocksdbStore = engine::RocksdbOptions;
// Nowhere: gone when the program ends.
struct MemoryStore {};
using Store = std::variant<RocksdbStore, MemoryStore>;

// Whether there is a store in the directory of the options already.
bool exists(const RocksdbStore& store);

// ERRORS: as open_rocksdb_engine.
Result<std::unique_ptr<engine::Engine>> open_engine(const Store& store);

}  // namespace partita::database
