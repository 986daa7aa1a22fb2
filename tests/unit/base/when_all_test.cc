#include "partita/base/when_all.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "partita/base/result.h"

namespace partita {
namespace {

Task<int> number(int value) { co_return value; }

// Goes to the end of the executor's queue that many times, and says so each time.
Task<int> number_later(int value, int times, std::vector<int>& steps) {
  for (int i = 0; i < times; ++i) {
    co_await pause(std::chrono::nanoseconds(0));
    steps.push_back(value);
  }
  co_return value;
}

TEST(WhenAll, GivesNoAnswersForNoTasks) {
  EXPECT_TRUE(sync_wait(when_all(std::vector<Task<int>>())).empty());
}

TEST(WhenAll, GivesTheAnswersInTheOrderOfTheTasks) {
  std::vector<int> steps;
  std::vector<Task<int>> tasks;
  tasks.push_back(number_later(1, 3, steps));
  tasks.push_back(Task<int>::ready(2));
  tasks.push_back(number_later(3, 1, steps));
  tasks.push_back(number(4));
  EXPECT_EQ(sync_wait(when_all(std::move(tasks))), (std::vector<int>{1, 2, 3, 4}));
}

TEST(WhenAll, LetsTheTasksWaitAtTheSameTime) {
  std::vector<int> steps;
  std::vector<Task<int>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(number_later(i, 2, steps));
  sync_wait(when_all(std::move(tasks)));
  // One after the other it would be 0, 0, 1, 1, 2, 2.
  EXPECT_EQ(steps, (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

TEST(WhenAll, GivesErrorsAsAnswersAndRunsAllTasksToTheirEnd) {
  int ended = 0;
  const auto body = [&ended](int value) -> Task<Status> {
    if (value == 1) co_return Error::not_found("one");
    co_await pause(std::chrono::nanoseconds(0));
    ++ended;
    co_return Status();
  };
  std::vector<Task<Status>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(body(i));
  const auto answers = sync_wait(when_all(std::move(tasks)));
  EXPECT_TRUE(answers[0].ok());
  EXPECT_EQ(answers[1].error().to_string(), "NotFound: one");
  EXPECT_TRUE(answers[2].ok());
  EXPECT_EQ(ended, 2);
}

TEST(WhenAll, ThrowsTheFirstExceptionOnceAllAreDone) {
  int ended = 0;
  const auto body = [&ended](int value) -> Task<int> {
    co_await pause(std::chrono::nanoseconds(0));
    ++ended;
    if (value > 0) throw std::runtime_error(std::to_string(value));
    co_return value;
  };
  std::vector<Task<int>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(body(i));
  const auto all = [](std::vector<Task<int>> given) -> Task<std::string> {
    std::string thrown;
    try {
      co_await when_all(std::move(given));
    } catch (const std::runtime_error& error) {
      thrown = error.what();
    }
    co_return thrown;
  };
  EXPECT_EQ(sync_wait(all(std::move(tasks))), "1");
  EXPECT_EQ(ended, 3);
}

TEST(WhenAll, FreesTheFramesOfItsTasksBeforeItGoesOn) {
  const auto witness = std::make_shared<int>(1);
  const auto body = [](std::shared_ptr<int> held) -> Task<int> {
    co_await pause(std::chrono::nanoseconds(0));
    co_return *held;
  };
  const auto all = [&]() -> Task<long> {
    std::vector<Task<int>> tasks;
    for (int i = 0; i < 5; ++i) tasks.push_back(body(witness));
    co_await when_all(std::move(tasks));
    co_return witness.use_count();
  };
  EXPECT_EQ(sync_wait(all()), 1);
}

// Several threads that run whatever is posted, in any order.
class ThreadPool final : public Executor {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  ~ThreadPool() override {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    changed_.notify_all();
  }

  void post(std::coroutine_handle<> work) override {
    const std::lock_guard lock(mutex_);
    ready_.push_back(work);
    changed_.notify_one();
  }
  void post_after(std::chrono::nanoseconds, std::coroutine_handle<> work) override { post(work); }

 private:
  void run() {
    const ExecutorScope scope(*this);
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_stopped_ || !ready_.empty(); });
      if (ready_.empty()) return;
      const auto work = ready_.front();
      ready_.pop_front();
      lock.unlock();
      work.resume();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::coroutine_handle<>> ready_;
  bool is_stopped_ = false;
  std::vector<std::jthread> threads_;  // Joined first.
};

Task<std::size_t> hop(std::size_t value) {
  for (std::size_t i = 0; i <= value % 4; ++i) co_await pause(std::chrono::nanoseconds(0));
  co_return value;
}

// Tasks end on many threads at once; each round reads what all of them have made.
TEST(WhenAll, WaitsForTasksThatEndOnDifferentThreads) {
  constexpr std::size_t kRounds = 200;
  constexpr std::size_t kTasks = 16;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<std::size_t> total;
  const auto work = [&]() -> Detached {
    std::size_t sum = 0;
    for (std::size_t round = 0; round < kRounds; ++round) {
      std::vector<Task<std::size_t>> tasks;
      for (std::size_t i = 0; i < kTasks; ++i) tasks.push_back(hop(i));
      for (const std::size_t answer : co_await when_all(std::move(tasks))) sum += answer;
    }
    const std::lock_guard lock(mutex);
    total = sum;
    changed.notify_one();
  };
  ThreadPool pool(4);
  {
    const ExecutorScope scope(pool);
    work();
  }
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return total.has_value(); });
  EXPECT_EQ(*total, kRounds * (kTasks * (kTasks - 1) / 2));
}

}  // namespace
}  // namespace partita
