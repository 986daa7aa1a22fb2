#include "database/store.h"

#include <fmt/format.h>

#include "engine/memory/memory_engine.h"
#include "modelled/rollups/sums.h"
#include "modelled/search/search_keys.h"
#include "partita/base/overload.h"
#include "partita/value/item_view.h"
#include "store/catalog/statistics.h"
#include "store/items/item_collection.h"
#include "store/keys/key_space.h"

namespace partita::database {
namespace {

using OpenedEngine = Result<std::unique_ptr<engine::Engine>>;

// A stream's record has two images of an item and its keys; a transaction of 100 items puts each
// of at most 4 MB together into the table, its indexes and the stream.
constexpr std::size_t kValueBytesNeeded = std::size_t{1} << 20;
constexpr std::size_t kTransactionBytesNeeded = std::size_t{64} << 20;

Status check_limit(std::string_view what, std::size_t allowed, std::size_t needed) {
  if (allowed >= needed) return {};
  return Error::invalid_argument(fmt::format(
      "the store takes {} of {} bytes at most, and a database needs {}", what, allowed, needed));
}

}  // namespace

StoreTraits traits_of(const Store& store) {
  const auto of_files = [](const RocksdbStore& files) -> StoreTraits {
    const bool is_synced = files.durability == Durability::Synced;
    return {.engine_name = "rocksdb", .durability_name = is_synced ? "synced" : "relaxed"};
  };
  const auto of_memory = [](const MemoryStore&) -> StoreTraits {
    return {.engine_name = "memory", .durability_name = "none"};
  };
  const auto of_server = [](const PostgresStore&) -> StoreTraits {
    return {.engine_name = "postgresql", .durability_name = "external"};
  };
  return std::visit(Overload{of_files, of_memory, of_server}, store);
}

bool exists(const RocksdbStore& store) {
  std::error_code ignored;
  return std::filesystem::exists(store.directory / "format", ignored);
}

engine::Combine kind_of_key(ByteView key) {
  if (const auto of_counts = catalog::statistics_kind(key)) return of_counts;
  const engine::Combine of_collection = items::collection_kind(key);
  if (of_collection != nullptr) return of_collection;
  const engine::Combine of_rollup = rollups::rollup_kind(key);
  return of_rollup != nullptr ? of_rollup : search::search_kind(key);
}

OpenedEngine open_engine(const Store& store) {
  const auto open_files = [](const RocksdbStore& files) -> OpenedEngine {
    return std::unique_ptr<engine::Engine>(TRY(engine::open_rocksdb_engine(files, &kind_of_key)));
  };
  const auto open_memory = [](const MemoryStore&) -> OpenedEngine {
    return engine::open_memory_engine(&kind_of_key);
  };
  const auto open_server = [](const PostgresStore& server) -> OpenedEngine {
    return std::unique_ptr<engine::Engine>(TRY(engine::open_postgres_engine(server, &kind_of_key)));
  };
  return std::visit(Overload{open_files, open_memory, open_server}, store);
}

Status check_limits(const engine::Limits& limits) {
  TRY(check_limit("keys", limits.key_bytes_max, keys::kKeyBytesMax));
  TRY(check_limit("values", limits.value_bytes_max, kValueBytesNeeded));
  return check_limit("transactions", limits.transaction_bytes_max, kTransactionBytesNeeded);
}

}  // namespace partita::database
