#include "wire/server/side_thread.h"

#include <coroutine>
#include <system_error>
#include <utility>

#include "partita/base/executor.h"

namespace partita::server {
namespace {

// Starts the thread when the coroutine has been suspended, so that it cannot be resumed before.
struct Working {
  std::thread& thread;
  std::function<void()>& work;
  bool has_begun = false;

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) {
    Executor& executor = *Executor::current();
    try {
      has_begun = true;
      thread = std::thread([&work = work, &executor, waiter] {
        work();
        executor.post(waiter);
      });
    } catch (const std::system_error&) {
      has_begun = false;
    }
    return has_begun;
  }
  bool await_resume() const noexcept { return has_begun; }
};

}  // namespace

Task<Status> SideThread::run(std::function<void()> work) {
  if (is_busy_.exchange(true)) co_return Error::conflict("other work is under way");
  Working working{thread_, work};
  const bool is_done = co_await working;
  // It has posted this coroutine and ends; nothing of it is left when the caller goes on.
  if (is_done) thread_.join();
  is_busy_ = false;
  if (!is_done) co_return Error::unavailable("the system allows no more threads; try again");
  co_return Status{};
}

}  // namespace partita::server
