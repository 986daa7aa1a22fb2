#pragma once

#include <cstddef>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"

namespace partita::transactions {

// Removes the records of request tokens that have expired, a few at a time: a walk over all of them
// that goes on where the last call ended and starts again at the end.
// THREADS: one thread at a time.
class TokenSweep {
 public:
  // REQUIRES: the engine outlives this.
  TokenSweep(engine::Engine& engine, const Clock& clock, std::size_t records_max);

  // Looks at the next records, at most `records_max`; says how many it has removed.
  // ERRORS: those of the engine.
  Task<Result<std::size_t>> sweep_once();

 private:
  const Clock& clock_;
  jobs::Walk walk_;
  Bytes last_key_;  // Of the last record that was looked at; empty: the walk begins.
};

}  // namespace partita::transactions
