#include "database/store_server.h"

#include <fmt/format.h>

#include <utility>

#include "engine/postgres/store_care.h"
#include "partita/base/overload.h"

namespace partita::database {

std::string place_of(const Store& store) {
  const auto of_files = [](const RocksdbStore& files) { return files.directory.string(); };
  const auto of_memory = [](const MemoryStore&) { return std::string("memory"); };
  const auto of_server = [](const PostgresStore& server) {
    const auto described = engine::describe_address(server);
    return described.ok() ? *described : std::string("a server");
  };
  return std::visit(Overload{of_files, of_memory, of_server}, store);
}

Result<bool> has_been_made(const Store& store) {
  const auto in_files = [](const RocksdbStore& files) -> Result<bool> { return exists(files); };
  const auto in_memory = [](const MemoryStore&) -> Result<bool> { return false; };
  const auto at_server = [](const PostgresStore& server) -> Result<bool> {
    return TRY(engine::look_at_postgres_store(server)).format != 0;
  };
  return std::visit(Overload{in_files, in_memory, at_server}, store);
}

Status check_address(const PostgresStore& store) {
  TRY(engine::describe_address(store));
  return {};
}

Status make_store(const PostgresStore& store) { return engine::make_postgres_store(store); }

Result<StoreReport> look_at_store(const PostgresStore& store) {
  const auto facts = TRY(engine::look_at_postgres_store(store));
  auto care = TRY(engine::judge_server(store));
  StoreReport report{.place = place_of(store),
                     .is_made = facts.format != 0,
                     .accepts_writes = facts.accepts_writes,
                     .facts = std::move(care.facts),
                     .advice = std::move(care.advice)};
  report.facts.insert(
      report.facts.begin(),
      report.is_made
          ? fmt::format("PostgreSQL {}, a store of format {}", facts.server_version, facts.format)
          : fmt::format("PostgreSQL {}, no store yet: partita store init", facts.server_version));
  if (!facts.accepts_writes) report.advice.push_back("the server only reads: it is a standby");
  return report;
}

Result<StoreReport> look_at_vacuum(const PostgresStore& store) {
  auto care = TRY(engine::judge_vacuum(store));
  return StoreReport{.place = place_of(store),
                     .is_made = true,
                     .facts = std::move(care.facts),
                     .advice = std::move(care.advice)};
}

}  // namespace partita::database
