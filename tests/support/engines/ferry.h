#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "partita/base/executor.h"
#include "partita/base/random.h"

namespace partita::testing {

// Carries suspended coroutines to another thread and back to their executors, in another order than
// they came in: which of those that wait goes next, and how long it lets others catch up first, is
// chosen by a seed. It never sleeps, and whoever waits goes on after all.
// THREADS: safe for concurrent calls.
class Ferry {
 public:
  explicit Ferry(std::uint64_t seed);
  // REQUIRES: nobody waits.
  ~Ferry();
  Ferry(const Ferry&) = delete;
  Ferry& operator=(const Ferry&) = delete;

  // `co_await ferry.cross()`: goes on later, on its own executor.
  // REQUIRES: the coroutine runs on an executor.
  auto cross() {
    struct Awaiter {
      Ferry& ferry;
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<> waiter) const { ferry.board(waiter); }
      void await_resume() const noexcept {}
    };
    return Awaiter{*this};
  }

 private:
  struct Passenger {
    Executor* executor;
    std::coroutine_handle<> waiter;
  };

  void board(std::coroutine_handle<> waiter);
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Passenger> waiting_;
  bool is_stopped_ = false;
  SeededRandom random_;  // Of the ferry's own thread.
  std::thread thread_;   // Last, so that it starts when all else is there.
};

}  // namespace partita::testing
