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

// Where a walk is, as its record says.
struct WalkPosition {
  // Under which the position is stored. Several for several works that are equally far and go on
  // together: all of them store the same. None: the walk keeps its position in memory, because
  // beginning anew does no harm.
  std::vector<Bytes> keys;
  std::optional<Bytes> stored = {};  // What was read there; nullopt: nothing, the walk begins.
  Bytes last_key = {};               // Of the last row that is passed; empty at the beginning.
};

// Rows that are passed together.
struct Stretch {
  std::size_t items = 0;
  Bytes last_key;        // Of the last of them; that of the position if there are none.
  bool is_last = false;  // No rows are behind it.
};

// What is done with the rows of a walk.
class WalkWork {
 public:
  virtual ~WalkWork() = default;

  // A new stretch is looked at: what was gathered of a former one is forgotten.
  virtual void begin() {}
  // A row of the stretch, read outside of any transaction: it may change before pass.
  // ERRORS: any: they end the step.
  virtual Status look(ByteView, ByteView) { return {}; }
  // Buffers what the stretch needs done. May be called again after a conflict, also with a smaller
  // stretch after another begin. Returns what to store as the position from then on; nullopt:
  // nothing, the walk is over or begins anew.
  virtual Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                                  const Stretch& stretch) = 0;
};

struct WalkLimits {
  std::size_t items_max = 1000;
  std::size_t bytes_max = std::size_t{4} << 20;
};

// A walk over the rows of a range in the order of their keys, a stretch at a time. Each stretch is
// one transaction that also stores the position it has reached, so a restart goes on there and no
// row is passed twice or left out. Writers go on meanwhile: a stretch that conflicts with them, or
// is too large for the engine, is tried again with an eighth of the rows; after each success the
// next one may be twice as large again.
// Keeps nothing that must outlive the program, so one may serve several walks, one after another.
// THREADS: one thread at a time.
class Walk {
 public:
  // REQUIRES: the engine outlives this.
  explicit Walk(engine::Engine& engine, WalkLimits limits = {})
      : engine_(engine), limits_(limits), items_max_(limits.items_max) {}

  // Passes the next stretch behind the position, an empty one if there are no rows. Says which.
  // ERRORS: Unavailable if the position is not what is stored any more, so somebody else is at
  // work; Conflict if writers do not let a single row through; those of the work and of the engine.
  Task<Result<Stretch>> step(const keys::KeyRange& range, const WalkPosition& position,
                             WalkWork& work);

  // At most so many rows from now on, however many the limits allow.
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
