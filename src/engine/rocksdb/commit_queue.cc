#include "engine/rocksdb/commit_queue.h"

#include <algorithm>
#include <functional>

#include "partita/base/check.h"

namespace partita::engine {

CommitQueue::CommitQueue(CommitGroup commit_group)
    : commit_group_(std::move(commit_group)), thread_([this] { run(); }) {}

CommitQueue::~CommitQueue() {
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void CommitQueue::push(CommitRequest& request, std::coroutine_handle<> waiter) {
  request.waiter = waiter;
  request.executor = Executor::current();
  PARTITA_CHECK(request.executor != nullptr);
  bool wakes = false;
  {
    const MutexLock lock(mutex_);
    queued_.push_back(&request);
    wakes = is_waiting_;
  }
  if (wakes) changed_.notify_one();
}

void CommitQueue::run() {
  std::vector<CommitRequest*> group;
  while (take(group)) {
    commit_group_(group);
    post_waiters(group);
  }
}

// All waiters of an executor at once: it answers them in one go instead of waking up for each.
void CommitQueue::post_waiters(std::vector<CommitRequest*>& group) {
  std::stable_sort(group.begin(), group.end(), [](const auto* left, const auto* right) {
    return std::less<>()(left->executor, right->executor);
  });
  for (std::size_t i = 0; i < group.size();) {
    Executor* const executor = group[i]->executor;
    waiters_.clear();
    for (; i < group.size() && group[i]->executor == executor; ++i) {
      waiters_.push_back(group[i]->waiter);
    }
    // The requests may be gone from here on.
    executor->post_all(waiters_);
  }
}

// Waits for the next group. False when the queue is stopped and empty.
bool CommitQueue::take(std::vector<CommitRequest*>& group) {
  group.clear();
  MutexLock lock(mutex_);
  is_waiting_ = true;
  changed_.wait(lock.native(),
                [this]() PARTITA_REQUIRES(mutex_) { return !queued_.empty() || is_stopped_; });
  is_waiting_ = false;
  group.swap(queued_);
  return !group.empty();
}

}  // namespace partita::engine
