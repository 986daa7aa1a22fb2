#include "store/places/call_threads.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/base/when_all.h"

namespace partita::places {
namespace {

Task<Result<std::thread::id>> thread_of_call(CallThreads& calls) {
  const auto call = [] { return std::this_thread::get_id(); };
  co_return co_await calls.run(call);
}

TEST(CallThreads, MakeACallElsewhereAndGoOnWhereTheCallerWas) {
  CallThreads calls;
  const auto own = std::this_thread::get_id();
  const auto task = [](CallThreads& on, std::thread::id caller) -> Task<Result<bool>> {
    auto elsewhere = co_await thread_of_call(on);
    CO_TRY(elsewhere);
    co_return *elsewhere != caller&& std::this_thread::get_id() == caller;
  };
  EXPECT_TRUE(sync_wait(task(calls, own)).value());
}

// Two calls of which each needs the other one to be under way.
TEST(CallThreads, MakeSeveralCallsAtOnce) {
  CallThreads calls;
  std::latch both(2);
  const auto meet = [](CallThreads& on, std::latch& latch) -> Task<Status> {
    const auto call = [&] {
      latch.arrive_and_wait();
      return 0;
    };
    co_await on.run(call);
    co_return Status{};
  };
  const auto task = [&]() -> Task<Status> {
    std::vector<Task<Status>> meetings;
    meetings.push_back(meet(calls, both));
    meetings.push_back(meet(calls, both));
    co_await when_all(std::move(meetings));
    co_return Status{};
  };
  EXPECT_TRUE(sync_wait(task()).ok());
}

TEST(CallThreads, LetTheCallerMakeItWithoutAnExecutor) {
  CallThreads calls;
  auto call = calls.run([] { return std::this_thread::get_id(); });
  ASSERT_TRUE(call.await_ready());
  EXPECT_EQ(call.await_resume(), std::this_thread::get_id());
}

}  // namespace
}  // namespace partita::places
