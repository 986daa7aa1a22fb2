#include "engine/retry.h"

#include <algorithm>

#include "partita/base/random.h"

namespace partita::engine {
namespace {

// Full jitter: rivals that met once should not meet again in step.
std::chrono::nanoseconds pause_before(int attempt, const RetryPolicy& policy) {
  thread_local SeededRandom random{SystemRandom().next()};
  const auto doubled = policy.first_pause * (1LL << std::min(attempt - 1, 20));
  const auto longest = std::min<std::chrono::nanoseconds>(doubled, policy.longest_pause);
  return std::chrono::nanoseconds(random.below(static_cast<std::uint64_t>(longest.count()) + 1));
}

Task<Status> attempt_once(Engine& engine, TransactionBody body) {
  const auto transaction = engine.begin();
  Status decided = co_await body(*transaction);
  if (!decided.ok() && decided.error().kind() == ErrorKind::Conflict) co_return decided;
  if (!decided.ok()) transaction->discard_writes();
  Status committed = co_await transaction->commit();
  if (!committed.ok() && (decided.ok() || committed.error().kind() == ErrorKind::Conflict)) {
    co_return committed;
  }
  co_return decided;
}

}  // namespace

Task<Status> run(Engine& engine, TransactionBody body, RetryPolicy policy) {
  const auto deadline = Clock::system().monotonic_now() + policy.give_up_after;
  for (int attempt = 0;; ++attempt) {
    Status status = co_await attempt_once(engine, body);
    const bool conflicted = !status.ok() && status.error().kind() == ErrorKind::Conflict;
    if (!conflicted || Clock::system().monotonic_now() >= deadline) co_return status;
    // The first retry follows at once: mostly the rival is through by then.
    if (attempt > 0) co_await pause(pause_before(attempt, policy));
  }
}

}  // namespace partita::engine
