#include "engine/retry.h"

#include <algorithm>
namespace partita::engine {
namespace {

Random& random_of(const RetryPolicy& policy) {
  thread_local SeededRandom of_thread{SystemRandom().next()};
  return policy.random != nullptr ? *policy.random : of_thread;
}

// Full jitter: rivals that met once should not meet again in step.
std::chrono::nanoseconds pause_before(int attempt, const RetryPolicy& policy) {
  const auto doubled = policy.first_pause * (1LL << std::min(attempt - 1, 20));
  const auto longest = std::min<std::chrono::nanoseconds>(doubled, policy.longest_pause);
  const auto bound = static_cast<std::uint64_t>(longest.count()) + 1;
  return std::chrono::nanoseconds(random_of(policy).below(bound));
}

Task<Status> attempt_once(Engine& engine, TransactionBody body, MonotonicTime deadline) {
  const auto transaction = engine.begin(deadline);
  Status decided = co_await body(*transaction);
  if (!decided.ok() && decided.error().kind() == ErrorKind::Conflict) co_return decided;
  if (!decided.ok()) {
    transaction->discard_writes();
  } else if (LastStep* const last = transaction->last_step()) {
    last->buffer(*transaction);
  }
  Status committed = co_await transaction->commit();
  if (!committed.ok() && (decided.ok() || committed.error().kind() == ErrorKind::Conflict)) {
    co_return committed;
  }
  co_return decided;
}

}  // namespace

Task<Status> run(Engine& engine, TransactionBody body, RetryPolicy policy) {
  const Clock& clock = policy.clock != nullptr ? *policy.clock : Clock::system();
  const auto deadline = clock.monotonic_now() + policy.give_up_after;
  for (int attempt = 0;; ++attempt) {
    Status status = co_await attempt_once(engine, body, deadline);
    const bool conflicted = !status.ok() && status.error().kind() == ErrorKind::Conflict;
    if (!conflicted || clock.monotonic_now() >= deadline) co_return status;
    if (attempt > 0) co_await pause(pause_before(attempt, policy));
  }
}

}  // namespace partita::engine
