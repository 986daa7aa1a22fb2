#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

namespace partita::history {

// Ends the keeping of changes of a table whose recovery was switched off, unless somebody still
// needs it: a restore under way or a pin (pins.h). Nullopt: it goes on.
// REQUIRES: `table` is shown by the catalog without recovery.   ERRORS: those of the engine.
Task<Result<std::optional<catalog::TablePointer>>> end_recording(const engine::Engine& engine,
                                                                 catalog::Catalog& catalog,
                                                                 catalog::TablePointer table);

// Removes what lies before the recovery window of each table, whole days at a time, and all that
// was kept for a table whose recovery was switched off. What a restore under way or a pin needs
// stays. THREADS: one thread at a time, beside any number of writers.
class HistoryTrimmer {
 public:
  // REQUIRES: all of it outlives this.
  HistoryTrimmer(engine::Engine& engine, catalog::Catalog& catalog, const Clock& clock)
      : engine_(engine), catalog_(catalog), clock_(clock) {}

  // Looks at all tables; says of how many something was removed.
  // ERRORS: those of the engine.
  Task<Result<std::size_t>> trim_once();

 private:
  Task<Result<bool>> trim(const catalog::TablePointer& table);
  // The earliest moment that somebody still needs.
  Task<Result<std::optional<std::int64_t>>> oldest_needed(const catalog::Table& table) const;
  Task<Result<bool>> has_entries(const keys::KeyRange& range) const;

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  const Clock& clock_;
};

}  // namespace partita::history
