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
      calendar_(std::move(parts.calendar)),
      catalog_(std::move(parts.catalog)),
      context_{.engine = *engine_,
               .catalog = *catalog_,
               .expressions = expressions_,
               .clock = *calendar_},
      engine_name_(std::holds_alternative<RocksdbStore>(store) ? "rocksdb" : "memory"),
      durability_name_(durability_of(store)),
      jobs_(context_),
      sweeper_(*engine_, *catalog_, *calendar_, options.sweeper) {}

Database::~Database() = default;

Result<Database::Parts> Database::open_parts(const Store& store, const DatabaseOptions& options) {
  Parts parts;
  parts.engine = TRY(open_engine(store));
  parts.calendar =
      TRY(sync_wait(calendar::Calendar::open(*parts.engine, *options.clock, options.calendar)));
  parts.catalog =
      TRY(sync_wait(catalog::Catalog::open(*parts.engine, {.delays = options.state_delays,
                                                           .clock = parts.calendar.get(),
                                                           .settle = &streams::settle_stream})));
  return parts;
}

Result<std::unique_ptr<Database>> Database::open(const Store& store,
                                                 const DatabaseOptions& options) {
  auto parts = TRY(open_parts(store, options));
  std::unique_ptr<Database> database(new Database(std::move(parts), store, options));
  const bool has_threads = options.timed_work == TimedWork::OnThreads;
  const models::UpkeepOptions upkeep{.has_thread = has_threads, .report = options.sweeper.report};
  database->models_ =
      TRY(sync_wait(models::ModelStore::open(database->context_, database->random_, upkeep)));
  database->tokens_ =
      TRY(sync_wait(patterns::PageTokens::open(*database->engine_, database->random_)));
  // Only now: what is put into an index and what expires goes by the rules of its table, too.
  database->jobs_.start();
  if (has_threads) database->sweeper_.start();
  return database;
}

Status Database::do_timed_work() {
  TRY(sweeper_.sweep_once());
  return sync_wait(models_->catch_up());
}

}  // namespace partita::database
