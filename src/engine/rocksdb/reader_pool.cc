#include "engine/rocksdb/reader_pool.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "partita/base/check.h"
#include "partita/base/memory_reserve.h"

namespace partita::engine {
namespace {

// How exactly the time of those that wait is kept.
std::chrono::milliseconds watch_interval(const ReaderPoolOptions& options) {
  using namespace std::chrono_literals;
  return std::clamp(options.patience / 20, 1ms, 500ms);
}

}  // namespace

ReaderPool::ReaderPool(const ReaderPoolOptions& options, ReadTrouble& trouble)
    : options_(options),
      trouble_(trouble),
      watch_(watch_interval(options), [this] { refuse_late(); }) {
  PARTITA_CHECK(options.threads_max > 0);
  const MutexLock lock(mutex_);
  threads_.reserve(options.threads_max);
}

ReaderPool::~ReaderPool() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (auto& thread : threads) thread.join();
}

MonotonicTime ReaderPool::deadline_until(MonotonicTime deadline) const {
  return std::min(deadline, Clock::system().monotonic_now() + options_.patience);
}

bool ReaderPool::push(Reading& reading, Step step) {
  {
    const MutexLock lock(mutex_);
    PARTITA_CHECK(!is_stopped_);
    if (step == Step::First) ++begun_;
    if (step == Step::First && waiting_.size() >= options_.waiting_max) {
      ++refused_;
      reading.outcome = Error::unavailable(
          "too many reads wait for the disk already: the store has no room for another one");
      return false;
    }
    if (!has_thread_for_one_more()) {
      ++refused_;
      reading.outcome = Error::unavailable("the system allows no thread to read from the disk");
      return false;
    }
    waiting_.push_back(&reading);
  }
  changed_.notify_one();
  return true;
}

bool ReaderPool::has_thread_for_one_more() {
  if (idle_ > waiting_.size() || threads_.size() == options_.threads_max) return true;
  try {
    threads_.emplace_back([this] { run_thread(); });
  } catch (const std::system_error&) {
    // Those that there are will come to it.
  }
  return !threads_.empty();
}

void ReaderPool::run_thread() {
  while (Reading* const reading = take()) {
    try {
      // What is read is made into answers here, and that can bear a failed allocation.
      const AllocationScope allocations(AllocationFailure::Throws);
      reading->work();
    } catch (...) {
      reading->thrown = std::current_exception();
    }
    // The reading may be gone from here on.
    reading->executor->post(reading->waiter);
  }
}

// Waits for the next one. Null when the pool is stopped and nothing waits.
ReaderPool::Reading* ReaderPool::take() {
  MutexLock lock(mutex_);
  ++idle_;
  changed_.wait(lock.native(),
                [this]() PARTITA_REQUIRES(mutex_) { return !waiting_.empty() || is_stopped_; });
  --idle_;
  if (waiting_.empty()) return nullptr;
  Reading* const first = waiting_.front();
  waiting_.pop_front();
  return first;
}

void ReaderPool::refuse_late() {
  const auto now = Clock::system().monotonic_now();
  std::vector<Reading*> late;
  {
    const MutexLock lock(mutex_);
    if (waiting_.empty()) return;
    const auto first_late =
        std::stable_partition(waiting_.begin(), waiting_.end(),
                              [now](const Reading* reading) { return reading->deadline > now; });
    late.assign(first_late, waiting_.end());
    waiting_.erase(first_late, waiting_.end());
    refused_ += late.size();
  }
  for (Reading* const reading : late) {
    reading->outcome =
        trouble_.noted(Error::unavailable("the disk has not answered earlier reads in time"));
    reading->executor->post(reading->waiter);
  }
}

ReaderPool::Counts ReaderPool::counts() const {
  const MutexLock lock(mutex_);
  return {.begun = begun_, .refused = refused_, .waiting = waiting_.size()};
}

}  // namespace partita::engine
