#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "enforcement/model_rules.h"
#include "enforcement/unique_state.h"
#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::enforcement {

// Claims the values of items that a table had before one of its unique constraints, a few at a time
// in the order of their keys. How far it has come is stored in the same commits, so a restart goes
// on where it was. Writers go on meanwhile, and none is missed:
//
// - Whoever writes a value claims it in the same commit, from the moment on at which the rules were
//   attached. What is left are the items that nobody has written since: a step reads each of them
//   in its transaction, which conflicts with whoever writes one.
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

  // Constraints that were broken are walked over again: their items may have changed since.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> look_again();

 private:
  // A constraint whose values are being claimed.
  struct Walk {
    const rules::UniqueClaim& constraint;
    UniqueProgress progress;
    bool has_begun = false;  // The progress is stored.
  };
  // What a step passes: the items behind the progress up to `last_key`, or all there are.
  struct Stretch {
    std::size_t items = 0;
    std::vector<Bytes> keys;  // Of those that have something to claim.
    Bytes last_key;
    bool is_last = false;
  };
  struct Stored {
    UniqueState state;
    std::optional<UniqueProgress> progress;
  };

  Task<Result<Stored>> read_stored(const rules::UniqueClaim& constraint) const;
  Task<Result<Stretch>> look_ahead(const Walk& walk, std::size_t items_max) const;
  Task<Status> pass(const Walk& walk, const Stretch& stretch);
  Task<Status> claim_all(engine::Transaction& transaction, const Walk& walk, const Stretch& stretch,
                         UniqueProgress& progress) const;
  Task<Status> check_progress(engine::Transaction& transaction, const Walk& walk) const;
  Task<Status> settle(engine::Transaction& transaction, const Walk& walk, const Stretch& stretch,
                      const UniqueProgress& progress) const;
  std::optional<Bytes> claimed_key(const Walk& walk, ByteView item_key, const ItemView& item) const;

  engine::Engine& engine_;
  const ModelRules& rules_;
  const std::vector<rules::UniqueClaim> constraints_;
  std::vector<bool> is_settled_;  // For each constraint: nothing is left to walk over.
};

}  // namespace partita::enforcement
