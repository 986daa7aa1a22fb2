#pragma once

#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <thread>
#include <vector>

#include "engine/rocksdb/read_trouble.h"
#include "partita/base/clock.h"
#include "partita/base/executor.h"
#include "partita/base/function_ref.h"
#include "partita/base/mutex.h"
#include "partita/base/periodic.h"
#include "partita/base/result.h"

namespace partita::engine {

struct ReaderPoolOptions {
  // How many reads wait for the disk at once: as many as a good one works on.
  std::size_t threads_max = 16;
  // How many wait for a thread. More are refused.
  std::size_t waiting_max = 1'024;
  // How long they wait for one.
  std::chrono::milliseconds patience{10'000};
};

// A few threads that wait for the disk, so that nobody else has to: a coroutine hands them its read
// and is suspended meanwhile. Threads are started when there is work for them, and stay.
// What waits is bounded in number and in time: a disk that does not answer makes its readers fail,
// and not the memory run full.   THREADS: safe for concurrent calls.
class ReaderPool {
 public:
  using Work = FunctionRef<void()>;

  // Of a read that is done in several steps, those after the first are never too many.
  enum class Step { First, Later };

  // That reads wait too long is noted as trouble.
  ReaderPool(const ReaderPoolOptions& options, ReadTrouble& trouble);
  // Does what is waiting, then ends the threads: a read that hangs is waited for.
  ~ReaderPool();
  ReaderPool(const ReaderPool&) = delete;
  ReaderPool& operator=(const ReaderPool&) = delete;

 private:
  struct Reading {
    Work work;
    MonotonicTime deadline;
    std::coroutine_handle<> waiter = nullptr;
    Executor* executor = nullptr;
    std::exception_ptr thrown = nullptr;
    Status outcome = {};
  };

 public:
  struct Counts {
    std::uint64_t begun = 0;    // Reads that came here.
    std::uint64_t refused = 0;  // Of these: not done.
    std::size_t waiting = 0;    // For a thread, now.
  };
  Counts counts() const;

  // `Status done = co_await pool.run(work, deadline)`: does the work on another thread and goes on,
  // on its own executor. Outside of any executor nobody else needs this thread, which then does the
  // work itself. What the work throws is thrown here.
  // ERRORS: Unavailable: the work was not begun, because too much is waiting, or it has waited
  // until the deadline or too long.
  auto run(Work work, MonotonicTime deadline, Step step = Step::First) {
    struct Awaiter {
      ReaderPool& pool;
      Step step;
      Reading reading;
      bool await_ready() const noexcept { return false; }
      bool await_suspend(std::coroutine_handle<> waiter) {
        reading.waiter = waiter;
        reading.executor = Executor::current();
        if (reading.executor != nullptr) return pool.push(reading, step);
        reading.work();
        return false;
      }
      Status await_resume() {
        if (reading.thrown) std::rethrow_exception(reading.thrown);
        return std::move(reading.outcome);
      }
    };
    return Awaiter{*this, step, Reading{work, deadline_until(deadline)}};
  }

 private:
  MonotonicTime deadline_until(MonotonicTime deadline) const;
  // Whether it waits now; if not, its outcome says why.
  bool push(Reading& reading, Step step);
  bool has_thread_for_one_more() PARTITA_REQUIRES(mutex_);
  void run_thread();
  Reading* take();
  void refuse_late();

  const ReaderPoolOptions options_;
  ReadTrouble& trouble_;
  mutable Mutex mutex_;
  std::condition_variable changed_;
  std::deque<Reading*> waiting_ PARTITA_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ PARTITA_GUARDED_BY(mutex_);
  std::size_t idle_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::uint64_t begun_ PARTITA_GUARDED_BY(mutex_) = 0;
  std::uint64_t refused_ PARTITA_GUARDED_BY(mutex_) = 0;
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  Periodic watch_;  // Works on the members above.
};

}  // namespace partita::engine
