#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/periodic.h"
#include "partita/base/result.h"
#include "wire/metrics/series.h"
#include "wire/metrics/shown_tables.h"
#include "wire/server/server_watch.h"

namespace partita::database {
class Database;
}  // namespace partita::database

namespace partita::metrics {

// What can be watched of a server and its database: as metrics for Prometheus, and as series of the
// last day for people. While a server runs it takes a reading every second, on a thread of its own.
// THREADS: safe for concurrent calls.
class Monitor {
 public:
  // `operations`: the names of what requests are counted by, in the order of their numbers.
  // REQUIRES: database and clock outlive this.
  Monitor(database::Database& database, std::vector<std::string_view> operations,
          const Clock& clock = Clock::system());

  void begin(const server::ServerWatch& server);
  // The series end here, and the server is not asked any more.
  void end();

  // All metrics, as Prometheus reads them (docs/OPERATING.md has the list).
  std::string text();

  // The series as JSON, of the whole server or of one table.
  struct SeriesQuery {
    std::size_t resolution = 0;  // Of Series::kSteps.
    std::string table;           // Empty: the whole server.
  };
  std::string series_document(const SeriesQuery& query);

  // Takes a reading for the series now. For tests; a server that runs does it by itself.
  void read_now();

 private:
  ServerReading take_reading() PARTITA_REQUIRES(mutex_);
  void measure_parts();

  database::Database& database_;
  const std::vector<std::string_view> operations_;
  const Clock& clock_;
  Mutex mutex_;
  const server::ServerWatch* server_ PARTITA_GUARDED_BY(mutex_) = nullptr;
  ShownTables tables_ PARTITA_GUARDED_BY(mutex_);
  Series series_ PARTITA_GUARDED_BY(mutex_);
  // How much the parts of the store take, as measured last: by the kind of rows.
  std::map<std::string_view, std::uint64_t> part_bytes_ PARTITA_GUARDED_BY(mutex_);
  std::optional<MonotonicTime> measured_at_ PARTITA_GUARDED_BY(mutex_);
  std::optional<Periodic> reader_;  // Last, so that it ends before what it works on.
};

// The names of all series, for who asks for a table or for none.
// ERRORS: InvalidArgument for a step that there is not.
Result<std::size_t> resolution_of(std::string_view step_seconds);

}  // namespace partita::metrics
