#include "wire/server/loop_executor.h"

#include <gtest/gtest.h>

#include "partita/base/task.h"

namespace partita::server {
namespace {

Detached work(int steps, int& done) {
  for (int i = 0; i < steps; ++i) {
    co_await give_way();
    ++done;
  }
}

class LoopExecutorTest : public ::testing::Test {
 protected:
  void begin(int workers, int steps) {
    const ExecutorScope scope(executor_);
    for (int i = 0; i < workers; ++i) work(steps, done_);
  }
  void run() {
    const ExecutorScope scope(executor_);
    context_.run();
  }

  asio::io_context context_{1};
  LoopExecutor executor_{context_};
  int done_ = 0;
};

TEST_F(LoopExecutorTest, EndsAllThatGivesWay) {
  begin(7, 13);
  run();
  EXPECT_EQ(done_, 7 * 13);
}

// What comes over a socket is found where a timer is: when the loop looks at the system.
TEST_F(LoopExecutorTest, LooksAtTheSystemAfterEachThatGivesWay) {
  begin(100, 10);
  IoTimer timer(context_, std::chrono::nanoseconds(0));
  int done_before = -1;
  timer.async_wait([&](const IoErrorCode&) { done_before = done_; });
  run();
  EXPECT_EQ(done_, 1000);
  EXPECT_GE(done_before, 0);
  EXPECT_LE(done_before, 2);
}

TEST_F(LoopExecutorTest, LetsWhatIsPostedGoFirst) {
  begin(10, 10);
  int done_before = -1;
  const auto look = [&]() -> Detached {
    co_await pause(std::chrono::nanoseconds(0));
    done_before = done_;
  };
  {
    const ExecutorScope scope(executor_);
    look();
  }
  run();
  EXPECT_GE(done_before, 0);
  EXPECT_LE(done_before, 2);
}

}  // namespace
}  // namespace partita::server
