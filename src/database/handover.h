#pragma once

#include <filesystem>
#include <string>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

namespace partita::database {

// The place of a copy of the store, for a program on the same machine.
struct HandedOver {
  std::filesystem::path store;  // A data directory that nobody changes.
  std::filesystem::path
      attended;  // To be locked (flock) by who reads the copy, as long as it does.
};

// Hands a copy of the store over to whoever makes a backup of it: a checkpoint of the engine, in a
// directory of the engine's own, so no client ever names a place on the server's disk. One at a
// time. It goes when its reader says so, or a while after no reader holds the lock any more.
// THREADS: safe for concurrent calls.
class Handover {
 public:
  // Removes what a crash has left. REQUIRES: both outlive this; the jobs are stopped before it
  // ends.
  Handover(engine::Engine& engine, jobs::Jobs& jobs);
  ~Handover();
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  // ERRORS: InvalidArgument if the engine cannot; Conflict if a copy is handed over already;
  // Unavailable if the server stops; those of Checkpoints.
  Task<Result<HandedOver>> begin();
  // The copy is not needed any more.
  void end();

 private:
  enum class State { None, Wanted, Ready, Over };

  Task<Result<jobs::Turn>> turn();
  jobs::Turn make();
  bool is_attended() const;
  void remove();
  void note(State state, Status made);
  State state() const;
  // Wants a copy if there is none. Returns what was before.
  State want();

  engine::Engine& engine_;
  jobs::Jobs& jobs_;
  HandedOver place_;             // Empty: the engine cannot.
  MonotonicTime attended_at_{};  // Of the job alone: when it last was.
  mutable Mutex mutex_;
  State state_ PARTITA_GUARDED_BY(mutex_) = State::None;
  Status made_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::database
