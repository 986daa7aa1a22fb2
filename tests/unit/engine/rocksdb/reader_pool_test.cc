#include "engine/rocksdb/reader_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "partita/base/task.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

constexpr auto kNever = MonotonicTime::max();

// Something that work waits for until the test lets it go on.
class Gate {
 public:
  void pass() {
    is_reached_.count_down();
    is_open_.wait();
  }
  void await_somebody() { is_reached_.wait(); }
  void open() { is_open_.count_down(); }

 private:
  std::latch is_reached_{1};
  std::latch is_open_{1};
};

class ReaderPoolTest : public ::testing::Test {
 protected:
  void make(const ReaderPoolOptions& options) {
    pool_ = std::make_unique<ReaderPool>(options, trouble_);
  }

  // On the executor of this thread, which runs in run() until all reads have ended.
  Detached read(ReaderPool::Work work, MonotonicTime deadline = kNever,
                ReaderPool::Step step = ReaderPool::Step::First) {
    ++begun_;
    Status done = co_await pool_->run(work, deadline, step);
    outcomes_.push_back(std::move(done));
    if (outcomes_.size() == begun_) loop_.stop();
  }
  // With the only thread hanging, and let go when the read is refused.
  void expect_refused_while_another_hangs(MonotonicTime deadline) {
    Gate gate;
    const auto hang = [&] { gate.pass(); };
    const auto work = [] { ADD_FAILURE() << "it was begun after all"; };
    const auto read_in_vain = [&]() -> Detached {
      ++begun_;
      Status done = co_await pool_->run(work, deadline);
      EXPECT_TRUE(!done.ok() && done.error().kind() == ErrorKind::Unavailable);
      gate.open();
      outcomes_.push_back(std::move(done));
    };
    const ExecutorScope scope(loop_);
    read(hang);
    gate.await_somebody();
    read_in_vain();
    run();
    EXPECT_EQ(outcomes_.size(), 2U);
    EXPECT_NE(trouble_.text(), "") << "the disk does not answer";
  }
  void run() { loop_.run(); }

  ReadTrouble trouble_;
  RunLoop loop_;
  std::vector<Status> outcomes_;
  std::size_t begun_ = 0;
  std::unique_ptr<ReaderPool> pool_;
};

TEST_F(ReaderPoolTest, WorksOnAnotherThreadAndGoesOnWhereItWasCalled) {
  make({});
  const auto here = std::this_thread::get_id();
  std::thread::id worked_on;
  std::thread::id went_on;
  const auto read = [&]() -> Task<Status> {
    Status done = co_await pool_->run([&] { worked_on = std::this_thread::get_id(); }, kNever);
    went_on = std::this_thread::get_id();
    co_return done;
  };
  EXPECT_TRUE(sync_wait(read()).ok());
  EXPECT_NE(worked_on, here);
  EXPECT_EQ(went_on, here);
}

TEST_F(ReaderPoolTest, WorksOnTheCallingThreadWhereThereIsNoExecutor) {
  make({});
  std::thread::id worked_on;
  const auto read = [&]() -> Detached {
    Status done = co_await pool_->run([&] { worked_on = std::this_thread::get_id(); }, kNever);
    EXPECT_TRUE(done.ok());
  };
  read();
  EXPECT_EQ(worked_on, std::this_thread::get_id());
}

TEST_F(ReaderPoolTest, HandsOnWhatIsThrown) {
  make({});
  const auto work = [] { throw std::bad_alloc(); };
  const auto read = [&]() -> Task<bool> {
    try {
      Status done = co_await pool_->run(work, kNever);
      co_return done.ok();
    } catch (const std::bad_alloc&) {
      co_return false;
    }
  };
  EXPECT_FALSE(sync_wait(read()));
}

TEST_F(ReaderPoolTest, RefusesWhatIsTooMuchAndDoesTheRest) {
  make({.threads_max = 1, .waiting_max = 2});
  Gate gate;
  const auto hanging = [&] { gate.pass(); };
  std::atomic<int> done = 0;
  const auto work = [&] { ++done; };
  const ExecutorScope scope(loop_);
  read(hanging);
  gate.await_somebody();
  for (int i = 0; i < 5; ++i) read(work);
  ASSERT_EQ(outcomes_.size(), 3U) << "two wait, and three were refused at once";
  for (const auto& outcome : outcomes_) EXPECT_EQ(outcome.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(trouble_.text(), "") << "that there is much to do is not the disk's fault";
  gate.open();
  run();
  EXPECT_EQ(done, 2);
}

TEST_F(ReaderPoolTest, LetsAReadGoOnThatHasBegunHoweverMuchIsWaiting) {
  make({.threads_max = 1, .waiting_max = 1});
  Gate gate;
  const auto hanging = [&] { gate.pass(); };
  const auto work = [] {};
  const ExecutorScope scope(loop_);
  read(hanging);
  gate.await_somebody();
  read(work);
  read(work, kNever, ReaderPool::Step::Later);
  gate.open();
  run();
  ASSERT_EQ(outcomes_.size(), 3U);
  for (const auto& outcome : outcomes_) EXPECT_TRUE(outcome.ok());
}

TEST_F(ReaderPoolTest, RefusesWhatHasWaitedForTooLong) {
  // Long enough for the one that hangs to be taken up by its thread, also on a busy machine.
  make({.threads_max = 1, .patience = 500ms});
  expect_refused_while_another_hangs(kNever);
}

TEST_F(ReaderPoolTest, RefusesAtTheDeadlineOfTheReader) {
  make({.threads_max = 1});
  expect_refused_while_another_hangs(Clock::system().monotonic_now());
}

TEST_F(ReaderPoolTest, StartsNoMoreThreadsThanItMay) {
  make({.threads_max = 3});
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  const auto work = [&] {
    const int now = ++at_once;
    int seen = most;
    while (now > seen && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::yield();
    --at_once;
  };
  const ExecutorScope scope(loop_);
  for (int i = 0; i < 500; ++i) read(work);
  run();
  EXPECT_EQ(outcomes_.size(), 500U);
  EXPECT_LE(most, 3);
}

}  // namespace
}  // namespace partita::engine
