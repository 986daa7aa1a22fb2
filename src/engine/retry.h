#pragma once

#include <chrono>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita::engine {

// How long `run` tries, and which clock and randomness it uses.
//
// The first retry follows at once, because the other transaction has usually ended by then. The
// pause before each later retry is random: from zero to first_pause for the second retry, with an
// upper bound that doubles each time up to longest_pause. The defaults are meant for engines whose
// commits take less than a millisecond.
struct RetryPolicy {
  std::chrono::milliseconds give_up_after{5000};
  std::chrono::microseconds first_pause{100};
  std::chrono::microseconds longest_pause{20'000};
  // Null: the system's clock.
  const Clock* clock = nullptr;
  // Null: a generator of the calling thread, seeded by the system.
  Random* random = nullptr;
};

// Reads, decides and buffers writes. After a conflict it is run again from the start, so it must
// change nothing except the transaction and its own result.
using TransactionBody = FunctionRef<Task<Status>(Transaction&)>;

// Runs `body` and commits; repeats both while the commit conflicts. This is the only retry loop of
// the program. If the body fails, its error is returned after a check that its reads came from one
// moment. Never retries after Unknown, because the first attempt may have been applied. The time
// limit is also the deadline of each transaction.
// ERRORS: what the body returns; what Transaction::commit returns; Conflict once the time is up.
Task<Status> run(Engine& engine, TransactionBody body, RetryPolicy policy = {});

}  // namespace partita::engine
