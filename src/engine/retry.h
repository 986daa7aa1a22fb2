#pragma once

#include <chrono>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita::engine {

// How long `run` goes on, and what it goes by.
//
// The first retry follows at once: mostly the rival is through by then. The pause before each later
// one is random, from nothing to first_pause for the second and to twice as much each time, but
// never to more than longest_pause. The defaults are made for engines whose commits take less than
// a millisecond.
struct RetryPolicy {
  std::chrono::milliseconds give_up_after{5000};
  std::chrono::microseconds first_pause{100};
  std::chrono::microseconds longest_pause{20'000};
  // Null: that of the system.
  const Clock* clock = nullptr;
  // Null: a generator of the calling thread, seeded by the system.
  Random* random = nullptr;
};

// Reads, decides and buffers writes; is run again from the start after a conflict, so it must
// change nothing but the transaction and its own result.
using TransactionBody = FunctionRef<Task<Status>(Transaction&)>;

// Runs `body` and commits, again and again while the commit conflicts: the only retry loop there
// is. If the body fails, its error is returned once the reads it came from are known to be of one
// moment. Never tries again after Unknown, because the first try may have been applied. The time is
// also the deadline of each transaction.
// ERRORS: what the body returns; what Transaction::commit returns; Conflict once the time is up.
Task<Status> run(Engine& engine, TransactionBody body, RetryPolicy policy = {});

}  // namespace partita::engine
