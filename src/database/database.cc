#include "database/database.h"

#include <utility>

#include "models/model_store.h"
#include "streams/stream_life.h"

namespace partita::database {
namespace {

std::string_view durability_of(const Store& store) {
  const auto* rocksdb = std::get_if<RocksdbStore>(&store);
  if (rocksdb == nullptr) return "none";
  return rocksdb->durability == Durability::Synced ? "synced" : "relaxed";
}

}  // namespace

Database::Database(Parts parts, const Store& store, const DatabaseOptions& options)
    : engine_(std::move(parts.engine)),
      catalog_(std::move(parts.catalog)),
      context_{.engine = *engine_,
               .catalog = *catalog_,
               .expressions = expressions_,
               .clock = *options.clock},
      engine_name_(std::holds_alternative<RocksdbStore>(store) ? "rocksdb" : "memory"),
      durability_name_(durability_of(store)),
      jobs_(context_),
      sweeper_(*engine_, *catalog_, *options.clock, options.sweeper) {}

Database::~Database() = default;

Result<std::unique_ptr<Database>> Database::open(const Store& store,
                                                 const DatabaseOptions& options) {
  Parts parts;
  parts.engine = TRY(open_engine(store));
  parts.catalog =
      TRY(sync_wait(catalog::Catalog::open(*parts.engine, {.delays = options.state_delays,
                                                           .clock = options.clock,
                                                           .settle = &streams::settle_stream})));
  std::unique_ptr<Database> database(new Database(std::move(parts), store, options));
  database->models_ = TRY(sync_wait(models::ModelStore::open(database->context_, database->random_,
                                                             {.report = options.sweeper.report})));
  database->tokens_ =
      TRY(sync_wait(patterns::PageTokens::open(*database->engine_, database->random_)));
  // Only now: what expires goes by the rules of its table, too.
  database->sweeper_.start();
  return database;
}

}  // namespace partita::database
