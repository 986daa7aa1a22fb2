#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "partita/base/executor.h"
#include "partita/base/mutex.h"

namespace partita::places {

// A few threads for calls that block, so that an event loop does not:
//
//   auto read = co_await calls.run([&] { return files.read(name, bytes_max); });
//
// The coroutine goes on where it was, on its own executor, with what the call has returned.
// THREADS: safe for concurrent calls.
class CallThreads {
 public:
  static constexpr std::size_t kThreadsMax = 4;

  CallThreads() = default;
  ~CallThreads();  // Waits for all calls.
  CallThreads(const CallThreads&) = delete;
  CallThreads& operator=(const CallThreads&) = delete;

  // Without an executor the calling thread makes the call.
  template <typename Call>
  auto run(Call call) {
    struct Awaiter {
      CallThreads& threads;
      Call call;
      std::optional<decltype(call())> result = {};

      bool await_ready() {
        if (Executor::current() == nullptr) result.emplace(call());
        return result.has_value();
      }
      void await_suspend(std::coroutine_handle<> waiter) {
        threads.add([this, waiter, executor = Executor::current()] {
          result.emplace(call());
          executor->post(waiter);
        });
      }
      auto await_resume() { return std::move(*result); }
    };
    return Awaiter{*this, std::move(call)};
  }

 private:
  void add(std::function<void()> work);
  void work();

  Mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_ PARTITA_GUARDED_BY(mutex_);
  std::size_t idle_ PARTITA_GUARDED_BY(mutex_) = 0;
  bool is_over_ PARTITA_GUARDED_BY(mutex_) = false;
  // Started as they are needed.
  std::vector<std::thread> threads_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::places
