// A read of many bytes lets all else that its executor has to do go first, again and again.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "engine_suite/contract.h"
#include "partita/base/executor.h"

namespace partita::engine {
namespace {

constexpr int kRows = 40;

// Runs one task at a time on the calling thread, and counts how often it gives way.
class WatchedExecutor final : public Executor {
 public:
  void post(std::coroutine_handle<> work) override {
    const std::lock_guard lock(mutex_);
    ready_.push_back(work);
    changed_.notify_one();
  }
  void post_after(std::chrono::nanoseconds, std::coroutine_handle<> work) override { post(work); }
  void post_behind(std::coroutine_handle<> work) override {
    ++turns_;
    post(work);
  }

  int turns_of_others_during(Task<Status> task) {
    const ExecutorScope scope(*this);
    turns_ = 0;
    bool is_done = false;
    const auto watch = [&is_done](Task<Status> watched) -> Detached {
      const Status status = co_await std::move(watched);
      EXPECT_TRUE(status.ok());
      is_done = true;
    };
    watch(std::move(task));
    while (!is_done) next().resume();
    return turns_;
  }

 private:
  std::coroutine_handle<> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ready_.empty(); });
    const auto work = ready_.front();
    ready_.pop_front();
    return work;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::coroutine_handle<>> ready_;
  int turns_ = 0;
};

class EngineSteps {
 public:
  EngineSteps(Engine& engine, std::size_t value_bytes) : engine_(engine) {
    const auto transaction = engine.begin();
    for (int i = 0; i < kRows; ++i) {
      keys_.push_back("row " + std::to_string(i));
      transaction->put(keys_.back(), Bytes(value_bytes, 'x'));
    }
    EXPECT_TRUE(sync_wait(transaction->commit()).ok());
    views_.assign(keys_.begin(), keys_.end());
  }

  // How often others go first while all rows are read, and that all are read.
  int turns_of_scan() {
    int rows = 0;
    const auto count = [&](ByteView, ByteView) {
      ++rows;
      return Visit::Continue;
    };
    const Range all{.begin = "row ", .end = "row~"};
    const int turns = executor_.turns_of_others_during(engine_.scan(all, count));
    EXPECT_EQ(rows, kRows);
    return turns;
  }
  int turns_of_get() {
    int values = 0;
    const auto count = [&](std::size_t index, std::optional<ByteView> value) {
      EXPECT_EQ(index, static_cast<std::size_t>(values));
      values += value ? 1 : 0;
    };
    const int turns = executor_.turns_of_others_during(engine_.get(views_, count));
    EXPECT_EQ(values, kRows);
    return turns;
  }

 private:
  Engine& engine_;
  std::vector<Bytes> keys_;
  std::vector<ByteView> views_;
  WatchedExecutor executor_;
};

TEST_P(EngineContract, ReadsOfManyBytesLetOthersGoFirst) {
  EngineSteps steps(engine(), 64 * 1024);
  EXPECT_GE(steps.turns_of_scan(), kRows / 2);
  EXPECT_GE(steps.turns_of_get(), kRows / 2);
}

TEST_P(EngineContract, ReadsOfFewBytesGoOnAtOnce) {
  EngineSteps steps(engine(), 500);
  EXPECT_EQ(steps.turns_of_scan(), 0);
  EXPECT_EQ(steps.turns_of_get(), 0);
}

}  // namespace
}  // namespace partita::engine
