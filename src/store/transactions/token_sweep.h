#pragma once

#include <cstddef>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

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
  struct Page;
  Task<Result<Page>> next_page();
  Task<Result<std::size_t>> remove(std::vector<Bytes> keys);

  engine::Engine& engine_;
  const Clock& clock_;
  const std::size_t records_max_;
  Bytes next_;  // Where the next call begins.
};

}  // namespace partita::transactions
