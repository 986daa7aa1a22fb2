#include "database/database.h"

#include <chrono>
#include <utility>
#include <variant>

#include "modelled/archives/archives.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/sync_jobs.h"
#include "store/streams/stream_life.h"
#include "store/table_imports/imports.h"

namespace partita::database {
namespace {

// What is committed with each change of a table.
Task<Status> settle_table(engine::Transaction& transaction, catalog::TableChange change) {
  Status settled = co_await streams::settle_stream(transaction, change);
  CO_TRY(settled);
  backups::settle_deletion(transaction, change);
  co_return Status{};
}

std::unique_ptr<backups::BackupFiles> files_for(const DatabaseOptions& options) {
  if (options.backup_bucket) {
    PARTITA_CHECK(options.place != nullptr);
    return backups::bucket_files(*options.place, *options.backup_bucket);
  }
  return options.backups ? backups::directory_files(*options.backups) : backups::memory_files();
}

// In the directory of the store, unless they are elsewhere.
DatabaseOptions with_backups(const Store& store, DatabaseOptions options) {
  const auto* files = std::get_if<RocksdbStore>(&store);
  if (files != nullptr && !options.backups) options.backups = files->directory / "backups";
  if (files != nullptr && !options.import_logs) options.import_logs = files->directory / "imports";
  return options;
}

}  // namespace

Database::Database(Parts parts, const StoreTraits& traits, const DatabaseOptions& options)
    : engine_(std::move(parts.engine)),
      calendar_(std::move(parts.calendar)),
      catalog_(std::move(parts.catalog)),
      leases_(*engine_, *calendar_, random_, options.facts),
      jobs_({.runs_timed = options.timed_work == TimedWork::OnThreads,
             .leases = &leases_,
             .engine = engine_.get(),
             .report = options.sweeper.report}),
      throughput_(*calendar_, options.throttles, &catalog_->usage()),
      backup_files_(files_for(options)),
      backups_(
          {.engine = *engine_, .files = *backup_files_, .clock = *calendar_, .random = random_},
          *catalog_, jobs_,
          {.topic = std::string(lifecycle::kTablesTopic),
           .rules = [this] { return backup_rules(); }}),
      exports_({.engine = *engine_,
                .catalog = *catalog_,
                .clock = *calendar_,
                .random = random_,
                .place = options.place,
                .formats = options.export_formats,
                .file_bytes = options.export_file_bytes},
               jobs_, {.topic = std::string(lifecycle::kTablesTopic)}),
      archives_(make_archives(options)),
      consumption_(*engine_, *catalog_, leases_.server()),
      scaler_(*engine_, *catalog_, jobs_),
      imports_(std::make_unique<table_imports::Imports>(
          *engine_, *catalog_, random_, jobs_,
          table_imports::ImportsOptions{.place = options.place,
                                        .readers = options.item_readers,
                                        .logs = options.import_logs})),
      context_(*engine_, *catalog_, expressions_, *calendar_),
      models_context_(leases_.engine_for(registry::kUpkeepLane), *catalog_, expressions_,
                      *calendar_),
      traits_(traits),
      table_jobs_(*engine_, *catalog_, jobs_, &backups_),
      syncs_(
          std::make_unique<registry::SyncJobs>(registry::SyncJobTools{.engine = *engine_,
                                                                      .catalog = *catalog_,
                                                                      .clock = *calendar_,
                                                                      .random = random_,
                                                                      .courier = options.courier},
                                               jobs_)),
      sweeper_(*engine_, *catalog_, *calendar_, options.sweeper, &leases_),
      audits_(*engine_, *catalog_, jobs_),
      handover_(*engine_, jobs_) {
  context_.throughput = &throughput_;
  context_.backups = &backups_;
  context_.exports = &exports_;
  context_.imports = imports_.get();
  context_.place = options.place;
  models_context_.backups = &backups_;
  context_.scaler = &scaler_;
  models_context_.scaler = &scaler_;
}

std::unique_ptr<archives::Archives> Database::make_archives(const DatabaseOptions& options) {
  return std::make_unique<archives::Archives>(
      archives::ArchiveTools{.engine = *engine_,
                             .clock = *calendar_,
                             .place = options.place,
                             .formats = options.archive_formats},
      jobs_,
      archives::ArchivesOptions{.topic = std::string(lifecycle::kTablesTopic),
                                .declared = [this] { return declared_archives(); }});
}

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
  parts.catalog = TRY(sync_wait(catalog::Catalog::open(
      *parts.engine,
      {.delays = options.state_delays, .clock = parts.calendar.get(), .settle = &settle_table})));
  return parts;
}

Result<std::unique_ptr<Database>> Database::open(const Store& store,
                                                 const DatabaseOptions& options) {
  return open_on(TRY(open_engine(store)), traits_of(store), with_backups(store, options));
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
  if (options.makes_backups) {
    TRY(sync_wait(database->backups_.add_jobs()));
    TRY(sync_wait(database->exports_.add_jobs()));
    TRY(sync_wait(database->imports_->add_jobs()));
    database->archives_->add_jobs();
  }
  database->sweeper_.add_to(database->jobs_);
  database->consumption_.add_to(database->jobs_);
  database->scaler_.add_job();
  database->syncs_->add_job();
  // Only now: what is put into an index and what expires goes by the rules of its table, too.
  if (options.background == Background::Running) database->jobs_.start();
  return database;
}

std::vector<backups::BackupRule> Database::backup_rules() const {
  std::vector<backups::BackupRule> rules;
  for (const auto& held : models_->list()) {
    for (const auto& table : held->model->tables) {
      const auto& settings = table.settings;
      const bool has_rule = settings.backups_every && settings.backups_keep;
      if (!table.notes.is_live || !has_rule) continue;
      rules.push_back({.table = table.name,
                       .every = std::chrono::milliseconds(*settings.backups_every),
                       .keep = std::chrono::milliseconds(*settings.backups_keep)});
    }
  }
  return rules;
}

std::vector<std::shared_ptr<const archives::ArchivePlan>> Database::declared_archives() const {
  std::vector<std::shared_ptr<const archives::ArchivePlan>> declared;
  for (const auto& table : catalog_->list_after("", SIZE_MAX)) {
    const auto* rules = enforcement::model_rules_of(*table);
    if (rules == nullptr || rules->archives() == nullptr) continue;
    const auto& plans = rules->archives()->plans();
    declared.insert(declared.end(), plans.begin(), plans.end());
  }
  return declared;
}

Status Database::do_timed_work() {
  TRY(jobs_.run_timed());
  return sync_wait(models_->catch_up());
}

}  // namespace partita::database
