#pragma once

#include <chrono>

#include "engine/engine.h"
#include "partita/base/clock.h"

namespace partita::engine {

struct RetryPolicy {
  std::chrono::milliseconds give_up_after{5000};
  std::chrono::microseconds first_pause{100};
  std::chrono::microseconds longest_pause{20'000};
};

// Reads, decides and buffers writes; is run again from the start after a conflict, so it must
// change nothing but the transaction and its own result.
using TransactionBody = FunctionRef<Task<Status>(Transaction&)>;

// Runs `body` and commits, again and again while the commit conflicts: the only retry loop there
// is. If the body fails, its error is returned once the reads it came from are known to be of one
// moment. Never tries again after Unknown, because the first try may have been applied.
// ERRORS: what the body returns; what Transaction::commit returns; Conflict once the time is up.
Task<Status> run(Engine& engine, TransactionBody body, RetryPolicy policy = {});

}  // namespace partita::engine
