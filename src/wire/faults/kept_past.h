#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::faults {

// A state of the database that is kept for a while, so that it can be read when it is the past.
// THREADS: safe for concurrent calls.
class KeptPast {
 public:
  explicit KeptPast(std::chrono::milliseconds age) : age_(age) {}

  // Keeps the present state if there is none yet, or the one that is kept is too old. Whoever calls
  // it before each request has kept a state from before the last change, if that was not long ago.
  // ERRORS: those of the engine.
  Task<Status> keep_up(const engine::Engine& engine, MonotonicTime now);

  // The state, once nobody else reads it: snapshots have one reader at a time. It is given back
  // when the pointer goes. Null if none is kept.   REQUIRES: the caller runs on an executor.
  Task<std::shared_ptr<const engine::View>> lend();

 private:
  struct Kept {
    std::unique_ptr<const engine::View> view;
    std::atomic<bool> is_lent{false};
  };

  bool begins_taking(MonotonicTime now);
  std::shared_ptr<Kept> kept() const;

  const std::chrono::milliseconds age_;
  mutable Mutex mutex_;
  std::shared_ptr<Kept> kept_ PARTITA_GUARDED_BY(mutex_);
  MonotonicTime taken_at_ PARTITA_GUARDED_BY(mutex_){};
  bool is_taking_ PARTITA_GUARDED_BY(mutex_) = false;
};

}  // namespace partita::faults
