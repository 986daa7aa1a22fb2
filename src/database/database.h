#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "calendar/calendar.h"
#include "catalog/catalog.h"
#include "database/store.h"
#include "expression/expression_cache.h"
#include "operations/background_jobs.h"
#include "operations/context.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "patterns/environment.h"
#include "ttl/sweeper.h"

namespace partita::models {
class ModelStore;
}  // namespace partita::models

namespace partita::database {

using engine::WriteAvailability;

// What time asks for by itself: expiry, steps of lifecycles, rollups that are kept.
enum class TimedWork {
  OnThreads,
  ByHand  // Only in Database::do_timed_work: for tests that own the clock.
};

struct DatabaseOptions {
  const Clock* clock = &Clock::system();
  calendar::CalendarOptions calendar;
  catalog::StateDelays state_delays;
  ttl::SweeperOptions sweeper;
  TimedWork timed_work = TimedWork::OnThreads;
};

// An open database: the engine, all that works on it, and what goes on behind the operations.
// THREADS: safe for concurrent calls.
class Database {
 public:
  // ERRORS: as open_engine, Calendar::open, Catalog::open, ModelStore::open and PageTokens::open.
  static Result<std::unique_ptr<Database>> open(const Store& store,
                                                const DatabaseOptions& options = {});
  ~Database();

  // What operations work with.
  operations::Context& context() { return context_; }
  // The models that the database holds; their rules are in force.
  models::ModelStore& models() { return *models_; }
  // What the access patterns of its models run in.
  patterns::Environment patterns() { return {context_, *tokens_, random_}; }

  // The date that all of it goes by.
  calendar::Calendar& calendar() { return *calendar_; }
  // Does on the calling thread all that time asks for now.
  // ERRORS: those of the engine, Corrupt. What was done before the error stays done.
  Status do_timed_work();

  // "rocksdb" or "memory".
  std::string_view engine_name() const { return engine_name_; }
  // What a power cut can take: "synced" nothing, "relaxed" the last moments, "none" all.
  std::string_view durability_name() const { return durability_name_; }
  WriteAvailability write_availability() const { return engine_->write_availability(); }
  std::string read_trouble() const { return engine_->read_trouble(); }

 private:
  struct Parts {
    std::unique_ptr<engine::Engine> engine;
    std::unique_ptr<calendar::Calendar> calendar;
    std::unique_ptr<catalog::Catalog> catalog;
  };
  static Result<Parts> open_parts(const Store& store, const DatabaseOptions& options);
  Database(Parts parts, const Store& store, const DatabaseOptions& options);

  // Before the catalog: rules that hang on its tables use it.
  SystemRandom random_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<calendar::Calendar> calendar_;
  std::unique_ptr<catalog::Catalog> catalog_;
  expression::ExpressionCache expressions_{{}};
  operations::Context context_;
  std::string_view engine_name_;
  std::string_view durability_name_;
  // Ends after all that writes, because it then closes the counts.
  operations::BackgroundJobs jobs_;
  std::unique_ptr<models::ModelStore> models_;  // Set by open.
  std::optional<patterns::PageTokens> tokens_;  // The same.
  ttl::Sweeper sweeper_;
};

}  // namespace partita::database
