#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/handover.h"
#include "database/store.h"
#include "dynamodb/operations/context.h"
#include "dynamodb/scaling/consumption.h"
#include "dynamodb/scaling/scaler.h"
#include "dynamodb/throughput/throughput_gate.h"
#include "language/expression/expression_cache.h"
#include "modelled/audit/audits.h"
#include "modelled/serving/pattern_context.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "store/backups/backup_files.h"
#include "store/backups/backups.h"
#include "store/calendar/calendar.h"
#include "store/catalog/catalog.h"
#include "store/expiry/sweeper.h"
#include "store/jobs/jobs.h"
#include "store/jobs/leases.h"
#include "store/lifecycle/table_jobs.h"
#include "store/places/place.h"
#include "store/table_exports/export_formats.h"
#include "store/table_exports/exports.h"

namespace partita::registry {
class ModelStore;
class SyncJobs;
}  // namespace partita::registry

namespace partita::archives {
class ArchiveFormats;
class ArchivePlan;
class Archives;
}  // namespace partita::archives

namespace partita::syncs {
class Courier;
}  // namespace partita::syncs

namespace partita::records {
class ItemReaders;
}  // namespace partita::records

namespace partita::table_imports {
class Imports;
}  // namespace partita::table_imports

namespace partita::database {

using engine::WriteAvailability;

// What time asks for by itself: expiry, steps of lifecycles, rollups that are kept.
enum class TimedWork {
  OnThreads,
  ByHand  // Only in Database::do_timed_work: for tests that own the clock.
};

// What goes on behind the operations.
enum class Background {
  Running,
  None  // Nothing: for a look at a store.
};

struct DatabaseOptions {
  const Clock* clock = &Clock::system();
  calendar::CalendarOptions calendar;
  catalog::StateDelays state_delays;
  expiry::SweeperOptions sweeper;
  TimedWork timed_work = TimedWork::OnThreads;
  // Whether tables give no more than they are provisioned with, unless their tag says otherwise.
  bool throttles = false;
  // The directory with backups of tables. Not given: `backups` in the directory of the store; of a
  // store without one they are in memory.
  std::optional<std::filesystem::path> backups = {};
  // The bucket of `place` that has them instead.   REQUIRES: there is a place.
  std::optional<backups::BackupBucket> backup_bucket = {};
  // False: those that are asked for are made by the next program that does, and so are exports. For
  // programs that do not know where backups and buckets are.
  bool makes_backups = true;
  // The buckets that tables are exported to and imported from. Outlives the database, and is closed
  // before the database ends, because jobs may wait for it. Null: there are none.
  places::ObjectPlace* place = nullptr;
  // How exports are written. Null: there are none, as without a place.
  const table_exports::ExportFormats* export_formats = nullptr;
  // How much text a file of an export has, before it is packed.
  std::size_t export_file_bytes = std::size_t{16} << 20;
  // How the files of archives are written. Null: what is archived waits, as without a place.
  const archives::ArchiveFormats* archive_formats = nullptr;
  // How imported files are read. Null: there are none, as without a place.
  const records::ItemReaders* item_readers = nullptr;
  // Brings what syncs of models tell to its targets. Outlives the database, and is closed before
  // the database ends, because jobs may wait for it. Null: it waits for a program that has one.
  syncs::Courier* courier = nullptr;
  // The directory of the logs that tell which records an import has refused. Not given: `imports`
  // in the directory of the store; of a store without one there are none.
  std::optional<std::filesystem::path> import_logs = {};
  Background background = Background::Running;
  // What others that share the store are told of this program.
  jobs::ServerFacts facts = {};
};

// An open database: the engine, all that works on it, and what goes on behind the operations.
// THREADS: safe for concurrent calls.
class Database {
 public:
  // ERRORS: as open_engine, Calendar::open, Catalog::open, ModelStore::open and PageTokens::open.
  static Result<std::unique_ptr<Database>> open(const Store& store,
                                                const DatabaseOptions& options = {});
  // On an engine that was opened with kind_of_key.
  // ERRORS: the same; InvalidArgument if its limits are too low for a database.
  static Result<std::unique_ptr<Database>> open_on(std::unique_ptr<engine::Engine> engine,
                                                   const StoreTraits& traits,
                                                   const DatabaseOptions& options = {});
  // Gives back what this server alone was to do; others that share the store go on with it.
  ~Database();

  // What operations work with.
  operations::Context& context() { return context_; }
  // The models that the database holds; their rules are in force.
  registry::ModelStore& models() { return *models_; }
  // What the access patterns of its models run in.
  serving::PatternContext patterns() { return {context_, *tokens_, random_}; }

  // The date that all of it goes by.
  calendar::Calendar& calendar() { return *calendar_; }
  backups::Backups& backups() { return backups_; }
  // All that goes on behind the operations.
  jobs::Jobs& jobs() { return jobs_; }
  // What tables may be asked for, and what they are.
  throughput::ThroughputGate& throughput() { return throughput_; }
  // Whether what is stored agrees with itself.
  audit::Audits& audits() { return audits_; }
  // What goes on for the syncs of models.
  registry::SyncJobs& syncs() { return *syncs_; }
  // What goes from tables into files.
  archives::Archives& archives() { return *archives_; }
  // Copies of the store for backups.
  Handover& handover() { return handover_; }
  // How this server is called among those that share the store.
  const std::string& server() const { return leases_.server(); }
  // Which servers there are, and which of them does what.
  const jobs::Leases& leases() const { return leases_; }
  // Does on the calling thread all that time asks for now.
  // ERRORS: those of the engine, Corrupt. What was done before the error stays done.
  Status do_timed_work();

  // As StoreTraits.
  std::string_view engine_name() const { return traits_.engine_name; }
  std::string_view durability_name() const { return traits_.durability_name; }
  // What can be done to its store beside reading and writing.
  engine::Abilities abilities() { return engine_->abilities(); }
  WriteAvailability write_availability() const { return engine_->write_availability(); }
  std::string read_trouble() const {
    const std::string of_engine = engine_->read_trouble();
    return of_engine.empty() ? catalog_->trouble() : of_engine;
  }

 private:
  struct Parts {
    std::unique_ptr<engine::Engine> engine;
    std::unique_ptr<calendar::Calendar> calendar;
    std::unique_ptr<catalog::Catalog> catalog;
  };
  static Result<Parts> open_parts(std::unique_ptr<engine::Engine> engine,
                                  const DatabaseOptions& options);
  Task<Result<jobs::Turn>> beat();
  Database(Parts parts, const StoreTraits& traits, const DatabaseOptions& options);
  std::vector<backups::BackupRule> backup_rules() const;
  std::unique_ptr<archives::Archives> make_archives(const DatabaseOptions& options);
  std::vector<std::shared_ptr<const archives::ArchivePlan>> declared_archives() const;

  // Before the catalog: rules that hang on its tables use it.
  SystemRandom random_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<calendar::Calendar> calendar_;
  std::unique_ptr<catalog::Catalog> catalog_;
  jobs::Leases leases_;
  jobs::Jobs jobs_;
  expression::ExpressionCache expressions_{{}};
  throughput::ThroughputGate throughput_;
  const std::unique_ptr<backups::BackupFiles> backup_files_;
  backups::Backups backups_;
  table_exports::Exports exports_;
  const std::unique_ptr<archives::Archives> archives_;
  scaling::Consumption consumption_;
  scaling::Scaler scaler_;
  const std::unique_ptr<table_imports::Imports> imports_;
  operations::Context context_;
  operations::Context models_context_;  // Commits under the lease of what goes on behind models.
  const StoreTraits traits_;
  // Ends after all that writes, because it then closes the counts.
  lifecycle::TableJobs table_jobs_;
  std::unique_ptr<registry::ModelStore> models_;  // Set by open.
  std::optional<serving::PageTokens> tokens_;     // The same.
  const std::unique_ptr<registry::SyncJobs> syncs_;
  expiry::Sweeper sweeper_;
  audit::Audits audits_;
  Handover handover_;
};

}  // namespace partita::database
