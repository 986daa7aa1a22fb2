#include "modelled/serving/claim_queue.h"

#include <algorithm>
#include <utility>

namespace partita::serving {
namespace {

using std::chrono::milliseconds;

// How many items a look finds for others, too.
constexpr std::size_t kItemsAhead = 64;
// Somebody else may have written one meanwhile.
constexpr milliseconds kLookPause{100};
// An item that was lost is looked at again soon, because it may have come back; one that nobody can
// take is not, because it would be tried all the time.
constexpr milliseconds kLostRest{100};
constexpr milliseconds kRefusedRest{5000};

}  // namespace

std::uint64_t ClaimQueue::looks() const {
  const MutexLock lock(mutex_);
  return looks_;
}

void ClaimQueue::bring_back(MonotonicTime now) {
  std::erase_if(away_, [now](const auto& item) { return item.second <= now; });
}

ClaimQueue::Step ClaimQueue::next(std::uint64_t seen, const Clock& clock) {
  const MonotonicTime now = clock.monotonic_now();
  const MutexLock lock(mutex_);
  if (!ready_.empty()) {
    Step step{.kind = Step::Kind::Take, .candidate = std::move(ready_.front())};
    ready_.pop_front();
    away_[step.candidate.key] = MonotonicTime::max();
    return step;
  }
  if (!leases_.empty() && leases_.begin()->first <= clock.wall_now()) {
    return {.kind = Step::Kind::Recall, .key = leases_.extract(leases_.begin()).mapped()};
  }
  if (is_looking_) return {.kind = Step::Kind::Join};
  if (looks_ > seen && now < again_) return {.kind = Step::Kind::Rest, .again = again_};
  bring_back(now);
  is_looking_ = true;
  ++looks_;
  return {.kind = Step::Kind::Look, .items = std::min(kItemsAhead + away_.size(), kLookItemsMax)};
}

void ClaimQueue::found(std::vector<ClaimCandidate> items, MonotonicTime now) {
  std::vector<Waiter> waiters;
  {
    const MutexLock lock(mutex_);
    for (ClaimCandidate& item : items) {
      if (!away_.contains(item.key)) ready_.push_back(std::move(item));
    }
    again_ = ready_.empty() ? now + kLookPause : now;
    is_looking_ = false;
    waiters.swap(waiters_);
  }
  for (const Waiter& waiter : waiters) waiter.executor->post(waiter.coroutine);
}

void ClaimQueue::done(const Bytes& key, Outcome outcome, MonotonicTime now) {
  const MutexLock lock(mutex_);
  if (outcome == Outcome::Taken || outcome == Outcome::Changed) {
    away_.erase(key);
  } else {
    away_[key] = now + (outcome == Outcome::Lost ? kLostRest : kRefusedRest);
  }
}

void ClaimQueue::lent(EncodedItem key, WallTime until) {
  const MutexLock lock(mutex_);
  if (leases_.size() < kLeasesMax) leases_.emplace(until, std::move(key));
}

void ClaimQueue::recalled() {
  const MutexLock lock(mutex_);
  again_ = {};
}

bool ClaimQueue::wait(std::coroutine_handle<> waiter) {
  const MutexLock lock(mutex_);
  if (!is_looking_) return false;
  waiters_.push_back({Executor::current(), waiter});
  return true;
}

// A queue that is dropped while workers hold it still works for these.
std::shared_ptr<ClaimQueue> ClaimQueues::find(const std::string& pattern,
                                              const Arguments& arguments) {
  std::string name = pattern;
  for (const auto& [parameter, value] : arguments.all()) {
    name.append(1, '\0').append(parameter).append(1, '\0').append(value);
  }
  const MutexLock lock(mutex_);
  auto& queue = queues_[name];
  if (queue == nullptr) queue = std::make_shared<ClaimQueue>();
  auto found = queue;
  if (queues_.size() > kQueuesMax) {
    std::erase_if(queues_, [&](const auto& each) {
      return each.second != found && each.second.use_count() == 1;
    });
  }
  return found;
}

}  // namespace partita::serving
