#pragma once

#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include <memory>
#include <optional>
#include <string>

#include "engine/rocksdb/background_work.h"
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
  std::shared_ptr<const DataDirectory> directory;
  std::shared_ptr<SpaceGuard> space;
  std::shared_ptr<WriteGate> gate = std::make_shared<WriteGate>();
  std::shared_ptr<BackgroundWork> background = std::make_shared<BackgroundWork>();
  std::shared_ptr<Keyring> keyring;            // Null if the store is not encrypted.
  std::shared_ptr<rocksdb::FileSystem> files;  // Below all that encrypts and reserves.
  std::unique_ptr<rocksdb::Env> environment;
  // None if the store is open for reading only.
  std::optional<WatermarkFile> watermark;
  std::unique_ptr<rocksdb::DB> store;
};

// What an open store and the next one of the same directory share: its lock above all.
struct StoreGround {
  std::shared_ptr<const DataDirectory> directory;
  std::shared_ptr<SpaceGuard> space;
  std::shared_ptr<Keyring> keyring;
  std::shared_ptr<rocksdb::FileSystem> files;
};
inline StoreGround ground_of(const OpenStore& opened) {
  return {opened.directory, opened.space, opened.keyring, opened.files};
}

// ERRORS: as open_rocksdb_engine.
Result<OpenStore> open_store(std::shared_ptr<rocksdb::FileSystem> files,
                             const RocksdbOptions& options);

// Opens for writing what is open for reading only, beside it: both show the same until the first
// write. None if there is still not enough space.
// ERRORS: as open_rocksdb_engine; Unavailable if the space was gone again meanwhile.
Result<std::optional<OpenStore>> reopen_for_writing(const StoreGround& ground,
                                                    const RocksdbOptions& options);

}  // namespace partita::engine
