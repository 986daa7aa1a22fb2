#pragma once

#include <rocksdb/db.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/rocksdb/data_directory.h"
#include "engine/rocksdb/keyring.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "engine/rocksdb/space_guard.h"
#include "engine/rocksdb/watermark.h"
#include "engine/rocksdb/write_gate.h"

namespace partita::engine {

// An open store and what watches over it. Members are in the order in which they depend on each
// other: the store goes first when it ends.
struct OpenStore {
  DataDirectory directory;
  std::shared_ptr<SpaceGuard> space;
  std::shared_ptr<WriteGate> gate;
  std::shared_ptr<Keyring> keyring;  // Null if the store is not encrypted.
  std::unique_ptr<rocksdb::Env> environment;
  // None if the store is open for reading only.
  std::optional<WatermarkFile> watermark;
  std::unique_ptr<rocksdb::DB> store;
};

// ERRORS: as open_rocksdb_engine.
Result<OpenStore> open_store(const RocksdbOptions& options);

}  // namespace partita::engine
