#include "database/database.h"

#include <utility>

namespace partita::database {
namespace {

std::string_view durability_of(const Store& store) {
  const auto* rocksdb = std::get_if<RocksdbStore>(&store);
  if (rocksdb == nullptr) return "none";
  return rocksdb->durability == Durability::Synced ? "synced" : "relaxed";
}

}  // namespace

Database::Database(std::unique_ptr<engine::Engine> engine, const Store& store)
    : engine_(std::move(engine)),
      engine_name_(std::holds_alternative<RocksdbStore>(store) ? "rocksdb" : "memory"),
      durability_name_(durability_of(store)) {}

Result<std::unique_ptr<Database>> Database::open(const Store& store) {
  auto engine = TRY(open_engine(store));
  return std::unique_ptr<Database>(new Database(std::move(engine), store));
}

}  // namespace partita::database
