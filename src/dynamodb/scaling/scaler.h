#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/scaling/scaling_rows.h"
#include "dynamodb/scaling/target.h"
#include "dynamodb/scaling/tracking.h"
#include "engine/engine.h"
#include "partita/api/update_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

namespace partita::scaling {

// The job `scaling`: sets the capacity of every scalable target to what tracking.h says. One
// server of a store does it, under the lease of its lane.
//
// A change is stored as begun, with its activity, before it is made, and as done afterwards: after
// a crash in between the next turn sees by the table what has become of it. It is made only if the
// capacity is the one that it was decided by, so that nobody scales twice.
// THREADS: look is safe for concurrent calls; all else is the job's.
class Scaler {
 public:
  static constexpr std::string_view kLane = "scaling";
  static constexpr std::chrono::seconds kRound{2};

  // REQUIRES: all of it outlives this; the jobs have stopped before it ends.
  Scaler(engine::Engine& engine, catalog::Catalog& catalog, jobs::Jobs& jobs)
      : engine_(engine), catalog_(catalog), jobs_(jobs) {}

  void add_job();
  // Something about targets has changed.
  void look() { jobs_.wake(kLane); }

 private:
  // The targets of a table or an index: its reads, its writes or both, which are set at once,
  // because AWS counts how often a capacity is lowered.
  using Resource = std::pair<std::string, std::string>;
  struct Chosen {
    NamedTarget named;
    CapacityChange change;
  };
  // The units of the minutes, the one under way first, of what is scaled.
  using Consumed = std::map<TargetName, std::vector<double>>;

  Task<Result<jobs::Turn>> scale();
  Task<Result<Consumed>> consumed(const std::vector<NamedTarget>& targets) const;
  // Looks what has become of changes that another program, or a failed turn, has begun.
  Task<Status> settle(const NamedTarget& named);
  std::vector<Chosen> choose(const catalog::Table& table, const std::vector<NamedTarget>& targets,
                             const Consumed& consumed) const;
  Task<Status> scale_resource(const std::vector<NamedTarget>& targets, const Consumed& consumed);
  // The table with what was chosen.
  // ERRORS: Unavailable if it is not as it was when that was decided; those of UpdateTable.
  Result<catalog::Table> scaled_table(const catalog::Table& stored,
                                      const std::vector<Chosen>& chosen) const;
  // Stores that it is begun; leaves out what has changed meanwhile.
  Task<Status> begin(std::vector<Chosen>& chosen);
  Task<Status> end(const Chosen& chosen, const Status& outcome);
  api::Timestamp now() const;

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  jobs::Jobs& jobs_;
  std::optional<double> trimmed_;
};

}  // namespace partita::scaling
