#include "database/database.h"

#include <utility>

#include "modelled/registry/model_store.h"
#include "store/streams/stream_life.h"

namespace partita::database {
Database::Database(Parts parts, const StoreTraits& traits, const DatabaseOptions& options)
    : engine_(std::move(parts.engine)),
      calendar_(std::move(parts.calendar)),
      catalog_(std::move(parts.catalog)),
      leases_(*engine_, *calendar_, random_),
      jobs_({.runs_timed = options.timed_work == TimedWork::OnThreads,
             .leases = &leases_,
             .engine = engine_.get(),
             .report = options.sweeper.report}),
      context_(*engine_, *catalog_, expressions_, *calendar_),
      models_context_(leases_.engine_for(registry::kUpkeepLane), *catalog_, expressions_,
                      *calendar_),
      traits_(traits),
      table_jobs_(*engine_, *catalog_, jobs_),
      sweeper_(*engine_, *catalog_, *calendar_, options.sweeper, &leases_) {}

// Before anything that jobs work with is gone.
Database::~Database() {
  jobs_.stop();
  // If it fails, the other servers find out by themselves.
  static_cast<void>(sync_wait(leases_.close()));
}

Task<Result<jobs::Turn>> Database::beat() {
  Status shown = co_await leases_.beat();
  CO_TRY(shown);
  Status paused = co_await jobs_.load_paused();
  CO_TRY(paused);
  co_return jobs::Turn::idle(jobs::Leases::kBeat);
}

Result<Database::Parts> Database::open_parts(std::unique_ptr<engine::Engine> engine,
                                             const DatabaseOptions& options) {
  TRY(check_limits(engine->limits()));
  Parts parts;
  parts.engine = std::move(engine);
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
  return open_on(TRY(open_engine(store)), traits_of(store), options);
}

Result<std::unique_ptr<Database>> Database::open_on(std::unique_ptr<engine::Engine> engine,
                                                    const StoreTraits& traits,
                                                    const DatabaseOptions& options) {
  auto parts = TRY(open_parts(std::move(engine), options));
  std::unique_ptr<Database> database(new Database(std::move(parts), traits, options));
  const registry::UpkeepOptions upkeep{.report = options.sweeper.report};
  database->models_ = TRY(sync_wait(registry::ModelStore::open(
      database->models_context_, database->jobs_, database->random_, upkeep)));
  database->tokens_ =
      TRY(sync_wait(serving::PageTokens::open(*database->engine_, database->random_)));
  TRY(sync_wait(database->jobs_.load_paused()));
  if (database->leases_.is_shared()) {
    TRY(sync_wait(database->leases_.beat()));
    database->jobs_.add({.name = "presence",
                         .purpose = "says that this server is alive, and looks which others are",
                         .is_local = true,
                         .is_timed = true,
                         .work = [database = database.get()] { return database->beat(); }});
  }
  database->table_jobs_.add();
  database->sweeper_.add_to(database->jobs_);
  // Only now: what is put into an index and what expires goes by the rules of its table, too.
  database->jobs_.start();
  return database;
}

Status Database::do_timed_work() {
  TRY(jobs_.run_timed());
  return sync_wait(models_->catch_up());
}

}  // namespace partita::database
