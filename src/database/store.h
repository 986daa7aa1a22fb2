#pragma once

#include <memory>
#include <string_view>
#include <variant>

#include "engine/engine.h"
#include "engine/postgres/postgres_engine.h"
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
// In a database of PostgreSQL, which any number of servers share.
using PostgresStore = engine::PostgresOptions;
using Store = std::variant<RocksdbStore, MemoryStore, PostgresStore>;

// How a store is told of: in the answer of the health check, for example.
struct StoreTraits {
  // "rocksdb", "memory" or "postgresql".
  std::string_view engine_name;
  // What a power cut can take: "synced" nothing, "relaxed" the last moments, "none" all; of a store
  // that is a server of its own "external", because that decides.
  std::string_view durability_name;
};
StoreTraits traits_of(const Store& store);

// Whether there is a store in the directory of the options already.
bool exists(const RocksdbStore& store);

// Which keys of a database are merged, and how. Every engine of a database is opened with it.
engine::Combine kind_of_key(ByteView key);

// ERRORS: as open_rocksdb_engine, open_postgres_engine.
Result<std::unique_ptr<engine::Engine>> open_engine(const Store& store);

// Whether a database can keep its rows in an engine with these limits.
// ERRORS: InvalidArgument, naming the limit that is too low.
Status check_limits(const engine::Limits& limits);

}  // namespace partita::database
