#include "database/store.h"

#include "engine/memory/memory_engine.h"

namespace partita::database {

bool exists(const RocksdbStore& store) {
  std::error_code ignored;
  return std::filesystem::exists(store.directory / "format", ignored);
}

Result<std::unique_ptr<engine::Engine>> open_engine(const Store& store) {
  const auto* rocksdb = std::get_if<RocksdbStore>(&store);
  if (rocksdb == nullptr) return engine::open_memory_engine();
  return std::unique_ptr<engine::Engine>(TRY(engine::open_rocksdb_engine(*rocksdb)));
}

}  // namespace partita::database
