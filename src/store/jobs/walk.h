#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/job.h"
#include "store/keys/key_range.h"

namespace partita::jobs {

// The stored position of a walk.
struct WalkPosition {
  // The keys under which the position is stored: several if several tasks share the walk; all of
  // them store the same position. None: the position is kept in memory only, because starting again
  // does no harm.
  std::vector<Bytes> keys;
  std::optional<Bytes> stored = {};  // What was read there; nullopt: nothing, the walk begins.
  Bytes last_key = {};               // Of the last row that is passed; empty at the beginning.
};

// Rows that are processed together.
struct Stretch {
  std::size_t items = 0;
  Bytes last_key;        // Of the last of them; that of the position if there are none.
  bool is_last = false;  // No rows are behind it.
};

// The work that is done with the rows of a walk.
class WalkWork {
 public:
  virtual ~WalkWork() = default;

  // Begins a new stretch: discards what was collected of the former one.
  virtual void begin() {}
  // Called for each row of the stretch, read outside of any transaction: it may change before pass.
  // ERRORS: any error ends the step.
  virtual Status look(ByteView, ByteView) { return {}; }
  // Buffers the writes for the stretch. May be called again after a conflict, also with a smaller
  // stretch after another begin. Returns the bytes to store as the new position; nullopt: none,
  // because the walk has ended or begins again.
  virtual Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                                  const Stretch& stretch) = 0;
};

struct WalkLimits {
  std::size_t items_max = 1000;
  std::size_t bytes_max = std::size_t{4} << 20;
};

// A walk over the rows of a range in the order of their keys, in stretches. Each stretch is one
// transaction, which also stores the new position. So after a restart the walk continues there, and
// no row is processed twice or left out. Other writers may continue: a stretch that conflicts with
// them, or is too large for the engine, is retried with an eighth of the rows; after each success
// the next one may be twice as large. It has no state that must survive the program, so one object
// may do several walks, one after another.
// THREADS: one thread at a time.
class Walk {
 public:
  // REQUIRES: the engine outlives this.
  explicit Walk(engine::Engine& engine, WalkLimits limits = {})
      : engine_(engine), limits_(limits), items_max_(limits.items_max) {}

  // Processes and returns the stretch after the position, an empty one if there are no rows.
  // ERRORS: Unavailable if the stored position has changed, because somebody else is walking;
  // Conflict if even a single row conflicts with other writers each time; those of the work and of
  // the engine.
  Task<Result<Stretch>> step(const keys::KeyRange& range, const WalkPosition& position,
                             WalkWork& work);

  // Limits the number of rows of a stretch from now on.
  void limit_items(std::size_t items_max) { limits_.items_max = items_max; }

  // How many rows are behind the walk, of `total`. What was done before this program is estimated
  // by where it began: keys of items begin with a hash, so they are spread evenly.
  Progress progress(std::uint64_t total) const;

 private:
  Task<Result<Stretch>> look_ahead(const keys::KeyRange& rest, const Bytes& last_key,
                                   WalkWork& work) const;
  Task<Status> pass(const WalkPosition& position, const Stretch& stretch, WalkWork& work);

  engine::Engine& engine_;
  WalkLimits limits_;
  std::size_t items_max_;  // Of the next stretch: not more than the limit.
  std::uint64_t passed_ = 0;
  std::optional<double> began_at_;  // From 0 to 1: where the first step of the walk began.
};

// Where a key lies in a range, from 0 to 1, by the four bytes behind what all its keys begin with.
double fraction_at(const keys::KeyRange& range, ByteView key);

}  // namespace partita::jobs
