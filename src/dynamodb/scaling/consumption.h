#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "dynamodb/scaling/consumption_rows.h"
#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

namespace partita::scaling {

// The job `consumption`: stores what this server's tables and indexes are used for, minute by
// minute, for a day. What nobody uses takes nothing, and what is provisioned a row when it changes.
// THREADS: the job's alone.
class Consumption {
 public:
  // How long a unit may be spent before it is seen.
  static constexpr std::chrono::seconds kRound{10};

  // REQUIRES: all of it outlives this; the jobs have stopped before it ends.
  Consumption(engine::Engine& engine, catalog::Catalog& catalog, std::string server)
      : engine_(engine), catalog_(catalog), server_(std::move(server)) {}

  void add_to(jobs::Jobs& jobs);

 private:
  using Subject = catalog::Usage::Subject;
  struct Capacity {
    std::int64_t read = 0;
    std::int64_t write = 0;

    friend bool operator==(const Capacity&, const Capacity&) = default;
  };
  using Minute = std::map<Subject, MinuteUnits>;

  Task<Result<jobs::Turn>> keep();
  // Spreads what was used since the last look over the minutes that have passed since.
  void gather(WallTime now);
  void note(const Subject& subject, const catalog::Used& used, std::int64_t minute, double share);
  // Says what is provisioned from now on, where that has changed.
  void note_capacities(std::int64_t minute);
  void note_capacity(const catalog::Table& table, const catalog::Index* index, std::int64_t minute);
  Task<Status> store(std::int64_t minute_now);

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  const std::string server_;
  std::map<Subject, catalog::Used> seen_;
  std::map<Subject, Capacity> provisioned_;  // As it was stored last.
  std::optional<WallTime> looked_at_;
  std::map<std::int64_t, Minute> minutes_;  // That are not complete, or not stored.
  std::map<Subject, MinuteUnits> names_;    // Of the tables of this look, with their capacities.
  std::optional<std::int64_t> trimmed_;
};

}  // namespace partita::scaling
