#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/enforcement/unique_state.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"

namespace partita::enforcement {

// Claims the values of items that a table had before one of its unique constraints, a few at a time
// in the order of their keys. How far it has come is stored in the same commits, so a restart goes
// on where it was. Writers go on meanwhile, and none is missed:
//
// - From the moment at which the rules were attached, every write claims its values in its own
//   commit. What is left are the items that were not written since: a step reads each of them in
//   its transaction, which conflicts with a write of one of them.
// - An item whose value belongs to another is a duplicate: the constraint's state says so, and from
//   then on it is only observed. A write that is let through for that reason changes the state.
// - The last step finds the constraint whole if it has met no duplicate and the state is as it was
//   when the walk began, so that nobody was let through meanwhile.
//
// THREADS: one thread at a time, and one builder for a table, beside any number of writers.
class UniqueBuilder {
 public:
  // REQUIRES: both outlive this.
  UniqueBuilder(engine::Engine& engine, const ModelRules& rules);

  enum class Build { Continues, Done };

  // Looks at the next items, at most `items_max`. Done: there is nothing left to do.
  // ERRORS: Corrupt if an item cannot be read; Conflict if writers do not let it through, which is
  // to be tried again; those of the engine.
  Task<Result<Build>> build_some(std::size_t items_max = 200);

  // How many items the last call has looked at.
  std::uint64_t items() const { return items_; }
  // How far the present walk has come, of `total` items.
  jobs::Progress progress(std::uint64_t total) const { return walk_.progress(total); }

  // Constraints that were broken are walked over again: their items may have changed since.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> look_again();

 private:
  class Claiming;
  struct Stored {
    UniqueState state;
    std::optional<Bytes> progress;  // As it is stored.
  };

  Task<Result<Stored>> read_stored(const rules::UniqueClaim& constraint) const;
  // One step of the walk over the items for a constraint.
  Task<Status> claim_some(const rules::UniqueClaim& constraint, const Stored& stored);

  engine::Engine& engine_;
  const ModelRules& rules_;
  const std::vector<rules::UniqueClaim> constraints_;
  std::vector<bool> is_settled_;  // For each constraint: nothing is left to walk over.
  jobs::Walk walk_;
  std::uint64_t items_ = 0;
};

}  // namespace partita::enforcement
