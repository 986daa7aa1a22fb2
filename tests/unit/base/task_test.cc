#include "partita/base/task.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "partita/base/result.h"

namespace partita {
namespace {

using namespace std::chrono_literals;

Task<int> answer_at_once(int value) { return Task<int>::ready(value); }

Task<int> answer_as_coroutine(int value) { co_return value; }

Task<int> sum(int left, int right) {
  const int first = co_await answer_at_once(left);
  const int second = co_await answer_as_coroutine(right);
  co_return first + second;
}

Task<Result<int>> half(int value) {
  if (value % 2 != 0) co_return Error::invalid_argument("odd");
  co_return value / 2;
}

Task<Result<int>> quarter(int value) {
  auto once = co_await half(value);
  CO_TRY(once);
  co_return co_await half(*once);
}

TEST(Task, IsReadyWithoutACoroutineWhenTheAnswerIsKnown) {
  auto task = answer_at_once(7);
  EXPECT_TRUE(task.is_ready());
  EXPECT_EQ(task.take(), 7);
}

TEST(Task, StartsOnlyWhenAwaited) {
  auto started = std::make_shared<bool>(false);
  const auto body = [](std::shared_ptr<bool> flag) -> Task<int> {
    *flag = true;
    co_return 1;
  };
  auto task = body(started);
  EXPECT_FALSE(*started);
  EXPECT_EQ(sync_wait(std::move(task)), 1);
  EXPECT_TRUE(*started);
}

TEST(Task, FreesItsFrameWhenItIsDroppedUnawaited) {
  auto witness = std::make_shared<int>(1);
  const auto body = [](std::shared_ptr<int> held) -> Task<int> { co_return *held; };
  { auto task = body(witness); }
  EXPECT_EQ(witness.use_count(), 1);
}

TEST(Task, AwaitsReadyAndSuspendedTasksAlike) { EXPECT_EQ(sync_wait(sum(2, 3)), 5); }

TEST(Task, PassesErrorsUpThroughCoTry) {
  EXPECT_EQ(*sync_wait(quarter(8)), 2);
  EXPECT_EQ(sync_wait(quarter(6)).error().message(), "odd");
  EXPECT_EQ(sync_wait(quarter(5)).error().message(), "odd");
}

TEST(Task, RethrowsInTheWaiterWhatTheCoroutineThrew) {
  const auto body = []() -> Task<int> {
    throw std::string("thrown");
    co_return 0;
  };
  const auto waiter = [&body]() -> Task<std::string> {
    try {
      co_await body();
    } catch (const std::string& text) {
      co_return text;
    }
    co_return "nothing";
  };
  EXPECT_EQ(sync_wait(waiter()), "thrown");
}

// Suspends, and is resumed through the executor by another thread.
struct FromAnotherThread {
  std::jthread& thread;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiter) {
    thread = std::jthread([waiter, executor = Executor::current()] { executor->post(waiter); });
  }
  void await_resume() const noexcept {}
};

TEST(Task, GoesOnOnItsOwnThreadAfterWaitingForAnother) {
  std::jthread thread;
  const auto body = [&thread]() -> Task<bool> {
    const auto before = std::this_thread::get_id();
    co_await FromAnotherThread{thread};
    co_return before == std::this_thread::get_id();
  };
  EXPECT_TRUE(sync_wait(body()));
}

TEST(Executor, PausesForAtLeastTheDelay) {
  const auto body = []() -> Task<bool> {
    const auto before = Clock::system().monotonic_now();
    co_await pause(2ms);
    co_return Clock::system().monotonic_now() - before >= 2ms;
  };
  EXPECT_TRUE(sync_wait(body()));
}

TEST(Executor, IsCurrentOnlyInsideItsScope) {
  EXPECT_EQ(Executor::current(), nullptr);
  RunLoop loop;
  {
    const ExecutorScope scope(loop);
    EXPECT_EQ(Executor::current(), &loop);
  }
  EXPECT_EQ(Executor::current(), nullptr);
}

}  // namespace
}  // namespace partita
