#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::catalog {

// Gives each commit whose time matters (store/history) its time, in whole milliseconds since 1970.
//
// Times never go back, even if the calendar does. A commit takes its time after its last read, so
// the time is not before that of any commit it has seen. All commits with a time up to T are
// therefore a consistent state: none of them depends on one that is left out. A time is the end of
// the millisecond in which it is taken: a write that was acknowledged before T has a time of at
// most T, and one that begins at T or later has a later time.
//
// The newest one is stored now and then, in a commit that takes one, so that a restart with a
// calendar that is behind goes on from there.
// THREADS: safe for concurrent calls.
class CommitTimes {
 public:
  // REQUIRES: the clock outlives this.
  explicit CommitTimes(const Clock& clock) : clock_(clock) {}

  // Goes on where a former program has ended.   ERRORS: Corrupt; those of the engine.
  Task<Status> load(const engine::View& view);

  // The time of a commit, which must follow; it may store the time with it.
  std::int64_t take(engine::Transaction& transaction);
  // The present millisecond: all times that are taken from now on are later.
  std::int64_t now() const;

 private:
  std::int64_t never_back(std::int64_t time);

  const Clock& clock_;
  std::atomic<std::int64_t> last_{0};
  std::atomic<std::int64_t> stored_{std::numeric_limits<std::int64_t>::min()};
};

}  // namespace partita::catalog
