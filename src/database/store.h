#pragma once

#include <memory>
#include <string_view>
#include <variant>

#include "engine/engine.h"
#include "engine/postgres/postgres_engine.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "partita/base/result.h"

// The place where a database keeps its data. Only this module knows all engines.
namespace partita::database {

using engine::Durability;
using engine::MasterKeyFile;
using engine::MasterKeySource;
using engine::MasterKeyVariable;

// In local files, the default.
using RocksdbStore = engine::RocksdbOptions;
// In memory: lost when the program ends.
struct MemoryStore {};
// In a PostgreSQL database, which several servers can share.
using PostgresStore = engine::PostgresOptions;
using Store = std::variant<RocksdbStore, MemoryStore, PostgresStore>;

// The description of a store, for example in the answer of the health check.
struct StoreTraits {
  // "rocksdb", "memory" or "postgresql".
  std::string_view engine_name;
  // What a power failure can lose: "synced" nothing, "relaxed" the last moments, "none" everything;
  // "external" if the store is a separate server, which decides about it.
  std::string_view durability_name;
};
StoreTraits traits_of(const Store& store);

// Whether the directory of the options contains a store.
bool exists(const RocksdbStore& store);

// Which keys of a database are merged, and how. Every engine of a database is opened with it.
engine::Combine kind_of_key(ByteView key);

// ERRORS: as open_rocksdb_engine, open_postgres_engine.
Result<std::unique_ptr<engine::Engine>> open_engine(const Store& store);

// Whether a database can keep its rows in an engine with these limits.
// ERRORS: InvalidArgument, naming the limit that is too low.
Status check_limits(const engine::Limits& limits);

}  // namespace partita::database
