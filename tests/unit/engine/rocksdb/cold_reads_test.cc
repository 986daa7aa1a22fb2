// Reads of what is not in memory: right whichever block is where, and never on an executor's own
// thread.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <thread>

#include "engine/rocksdb/master_key.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "partita/base/random.h"
#include "support/temporary_directory.h"
#include "unit/engine/rocksdb/test_disk.h"

namespace partita::engine {
namespace {

using testing::TemporaryDirectory;
using testing::TestDisk;
using PageCache = TestDisk::PageCache;
using Rows = std::vector<std::pair<Bytes, Bytes>>;

constexpr std::uint64_t kSmallCache = std::uint64_t{64} << 10;
constexpr std::uint64_t kSmallBuffer = std::uint64_t{64} << 10;

Bytes cold_key(std::uint64_t number) { return fmt::format("key {:05}", number); }
Bytes cold_value(std::uint64_t number, std::size_t bytes) {
  SeededRandom random(number);
  Bytes value(bytes, '\0');
  random.fill(std::as_writable_bytes(std::span(value)));
  return value;
}

void commit_all(Engine& engine, const std::map<Bytes, std::optional<Bytes>>& changes) {
  const auto transaction = engine.begin();
  for (const auto& [key, value] : changes) {
    value ? transaction->put(key, *value) : transaction->erase(key);
  }
  const auto status = sync_wait(transaction->commit());
  ASSERT_TRUE(status.ok()) << status.error().to_string();
}

template <typename Readable>
std::vector<std::optional<Bytes>> get_all(Readable& readable, const std::vector<Bytes>& keys) {
  const std::vector<ByteView> wanted(keys.begin(), keys.end());
  std::vector<std::optional<Bytes>> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    EXPECT_EQ(index, found.size()) << "in the order given";
    found.emplace_back(value);
  };
  const Status read = sync_wait(readable.get(wanted, keep));
  EXPECT_TRUE(read.ok()) << read.error().to_string();
  return found;
}

template <typename Readable>
Rows scan_rows(Readable& readable, const Range& range, std::size_t rows_max,
               const std::function<void(std::size_t)>& at_row = {}) {
  Rows rows;
  const auto keep = [&](ByteView key, ByteView value) {
    rows.emplace_back(key, value);
    if (at_row) at_row(rows.size());
    return rows.size() < rows_max ? Visit::Continue : Visit::Stop;
  };
  const Status read = sync_wait(readable.scan(range, keep));
  EXPECT_TRUE(read.ok()) << read.error().to_string();
  return rows;
}

// A store with several files on several levels, and what is in it.
class ColdStore {
 public:
  ColdStore(TestDisk& disk, RocksdbOptions options, SeededRandom& random)
      : disk_(disk), options_(std::move(options)), random_(random) {
    options_.cache_bytes = kSmallCache;
    options_.write_buffer_bytes = kSmallBuffer;
    engine_ = disk.open(options_);
    for (int i = 0; i < 40; ++i) change();
    engine_.reset();
    engine_ = disk.open(options_);
    // What is still in memory counts, too.
    change();
  }

  Engine& engine() { return *engine_; }
  const std::map<Bytes, Bytes>& content() const { return content_; }
  Bytes some_key() { return cold_key(random_.below(2'000)); }

  // Puts many rows and erases some.
  void change() {
    std::map<Bytes, std::optional<Bytes>> changes;
    for (int i = 0; i < 30; ++i) {
      const bool is_large = random_.below(20) == 0;
      changes[some_key()] = cold_value(random_.next(), random_.below(is_large ? 30'000 : 500));
    }
    for (int i = 0; i < 5; ++i) changes[some_key()] = std::nullopt;
    commit_all(*engine_, changes);
    for (const auto& [key, value] : changes) {
      content_.erase(key);
      if (value) content_[key] = *value;
    }
  }

  Rows expected(const Range& range, std::size_t rows_max) const {
    Rows rows;
    auto from = content_.lower_bound(Bytes(range.begin));
    const auto to = range.end ? content_.lower_bound(Bytes(*range.end)) : content_.end();
    for (; from != to; ++from) rows.emplace_back(*from);
    if (range.direction == Direction::Backward) std::reverse(rows.begin(), rows.end());
    if (rows.size() > rows_max) rows.resize(rows_max);
    return rows;
  }

 private:
  TestDisk& disk_;
  RocksdbOptions options_;
  SeededRandom& random_;
  std::unique_ptr<RocksdbEngine> engine_;
  std::map<Bytes, Bytes> content_;
};

class ColdReads : public ::testing::TestWithParam<bool> {
 protected:
  RocksdbOptions options(const std::string& name) const {
    RocksdbOptions options{.directory = directory_ / name, .durability = Durability::Relaxed};
    if (!GetParam()) return options;
    SystemRandom random;
    const auto key = directory_ / (name + "-key");
    EXPECT_TRUE(MasterKey::generate(random).write_new_file(key).ok());
    options.master_key = MasterKeyFile{key};
    return options;
  }

  const TemporaryDirectory directory_{testing::memory_directory()};
};

template <typename Readable>
void expect_same_keys(Readable& readable, ColdStore& store, SeededRandom& random) {
  std::vector<Bytes> keys;
  for (std::uint64_t i = 0; i < 1 + random.below(12); ++i) keys.push_back(store.some_key());
  const auto found = get_all(readable, keys);
  ASSERT_EQ(found.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto known = store.content().find(keys[i]);
    ASSERT_EQ(found[i].has_value(), known != store.content().end()) << keys[i];
    EXPECT_TRUE(!found[i] || *found[i] == known->second) << keys[i];
  }
}

template <typename Readable>
void expect_same_rows(Readable& readable, ColdStore& store, SeededRandom& random) {
  auto from = store.some_key();
  auto to = store.some_key();
  if (to < from) std::swap(from, to);
  const auto direction = random.below(2) == 0 ? Direction::Forward : Direction::Backward;
  const Range range{.begin = from, .end = to, .direction = direction};
  const std::size_t rows_max = random.below(3) == 0 ? 1 + random.below(20) : SIZE_MAX;
  EXPECT_EQ(scan_rows(readable, range, rows_max), store.expected(range, rows_max));
}

TEST_P(ColdReads, AreRightWhicheverBlocksAreInMemory) {
  for (const auto cache : {PageCache::HasSome, PageCache::HasNothing}) {
    const auto seed = SystemRandom().next();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    SeededRandom random(seed);
    TestDisk disk(cache, seed);
    ColdStore store(disk, options(fmt::format("store {}", static_cast<int>(cache))), random);
    for (int round = 0; round < 60; ++round) {
      const auto snapshot = store.engine().snapshot();
      const auto transaction = store.engine().begin();
      expect_same_keys(store.engine(), store, random);
      expect_same_rows(store.engine(), store, random);
      expect_same_keys(*snapshot, store, random);
      expect_same_rows(*snapshot, store, random);
      expect_same_keys(*transaction, store, random);
      expect_same_rows(*transaction, store, random);
      if (round % 10 == 9) store.change();
    }
    EXPECT_GT(disk.refused(), 0U);
  }
}

TEST_P(ColdReads, AreOfOneMomentAlthoughTheyChangeTheThread) {
  for (const auto direction : {Direction::Forward, Direction::Backward}) {
    const auto seed = SystemRandom().next();
    SCOPED_TRACE(fmt::format("seed {}", seed));
    SeededRandom random(seed);
    TestDisk disk(PageCache::HasSome, seed);
    ColdStore store(disk, options(fmt::format("store {}", static_cast<int>(direction))), random);
    const Range all{.begin = ByteView(), .end = std::nullopt, .direction = direction};
    for (int round = 0; round < 20; ++round) {
      const Rows before = store.expected(all, SIZE_MAX);
      const auto change = [&](std::size_t row) {
        if (row % 50 == 1) store.change();
      };
      EXPECT_TRUE(scan_rows(store.engine(), all, SIZE_MAX, change) == before);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Plain, ColdReads, ::testing::Values(false));
INSTANTIATE_TEST_SUITE_P(Encrypted, ColdReads, ::testing::Values(true));

// A thread that is an executor, as an event loop is.
class TestLoop {
 public:
  TestLoop() : thread_([this] { loop_.run(); }) {}
  ~TestLoop() {
    loop_.stop();
    thread_.join();
  }

  // Begins the task on the loop's thread.
  template <typename T>
  std::future<T> begin(std::function<Task<T>()> make_task) {
    auto promise = std::make_shared<std::promise<T>>();
    auto answer = promise->get_future();
    const auto run = [](RunLoop& loop, std::function<Task<T>()> make,
                        std::shared_ptr<std::promise<T>> target) -> Detached {
      co_await GoTo{loop};
      target->set_value(co_await make());
    };
    run(loop_, std::move(make_task), std::move(promise));
    return answer;
  }
  std::thread::id thread() const { return thread_.get_id(); }

 private:
  struct GoTo {
    RunLoop& loop;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter) const { loop.post(waiter); }
    void await_resume() const noexcept {}
  };

  RunLoop loop_;
  std::thread thread_;
};

using ColdAnswer = std::optional<Bytes>;

Task<Result<ColdAnswer>> read_one_key(const Engine& engine, Bytes key) {
  ColdAnswer answer;
  const ByteView wanted = key;
  const auto keep = [&](std::size_t, std::optional<ByteView> value) { answer = ColdAnswer(value); };
  Status status = co_await engine.get({&wanted, 1}, keep);
  CO_TRY(status);
  co_return answer;
}

Task<Status> write_one_key(Engine& engine, Bytes key, Bytes value) {
  const auto transaction = engine.begin();
  transaction->put(std::move(key), std::move(value));
  co_return co_await transaction->commit();
}

constexpr std::uint64_t kColdItems = 500;
const Bytes kMerged = "merged";

std::optional<Bytes> joined(std::optional<ByteView> stored, ByteView operand) {
  return Bytes(stored.value_or(ByteView())) + Bytes(operand);
}
Combine cold_kinds(ByteView key) { return key == kMerged ? &joined : nullptr; }

// A store whose items are all in a file, and a disk that hangs.
class HangingDisk : public ::testing::Test {
 protected:
  void open(PageCache cache, const ReaderPoolOptions& readers = {},
            Durability durability = Durability::Synced) {
    const RocksdbOptions options{
        .directory = directory_ / "store", .durability = durability, .cache_bytes = kSmallCache};
    disk_ = std::make_unique<TestDisk>(cache);
    if (!std::filesystem::exists(options.directory)) make_store(options);
    engine_ = disk_->open(options, &cold_kinds, readers);
    // From now on one item is in memory.
    EXPECT_TRUE(sync_wait(read_one_key(*engine_, cold_key(0))).ok());
    disk_->hang();
  }
  void TearDown() override {
    if (disk_) disk_->release();
  }

  std::future<Result<ColdAnswer>> begin_read(std::uint64_t number) {
    return loop_.begin<Result<ColdAnswer>>(
        [this, number] { return read_one_key(*engine_, cold_key(number)); });
  }
  std::future<Status> begin_write(const Bytes& key, const Bytes& value) {
    return loop_.begin<Status>([=, this] { return write_one_key(*engine_, key, value); });
  }
  static Bytes value(std::uint64_t number) { return cold_value(number, 1'000); }

  const TemporaryDirectory directory_{testing::memory_directory()};
  std::unique_ptr<TestDisk> disk_;
  std::unique_ptr<RocksdbEngine> engine_;
  TestLoop loop_;

 private:
  static void make_store(const RocksdbOptions& options) {
    const auto engine = open_rocksdb_engine(options, &cold_kinds).value();
    std::map<Bytes, std::optional<Bytes>> changes;
    for (std::uint64_t i = 0; i < kColdItems; ++i) changes[cold_key(i)] = value(i);
    commit_all(*engine, changes);
    const auto transaction = engine->begin();
    transaction->merge(kMerged, "a");
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }
};

TEST_F(HangingDisk, LetsReadsFromMemoryAndWritesGoOn) {
  open(PageCache::HasNothing);
  auto cold = begin_read(kColdItems - 1);
  disk_->await_hanging(1);
  EXPECT_FALSE(disk_->hangs(loop_.thread()));
  EXPECT_EQ(*begin_read(0).get(), value(0));
  EXPECT_TRUE(begin_write("new", "value").get().ok());
  EXPECT_TRUE(begin_write(cold_key(0), "other").get().ok());
  EXPECT_EQ(*begin_read(0).get(), "other");
  EXPECT_EQ(cold.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  disk_->release();
  EXPECT_EQ(*cold.get(), value(kColdItems - 1));
}

// The control of the test above: without the pool it is the loop itself that hangs.
TEST_F(HangingDisk, HoldsTheLoopIfReadsAreNotHandedOver) {
  open(PageCache::IsNotAsked);
  auto cold = begin_read(kColdItems - 1);
  disk_->await_hanging(1);
  EXPECT_TRUE(disk_->hangs(loop_.thread()));
  disk_->release();
  EXPECT_EQ(*cold.get(), value(kColdItems - 1));
}

TEST_F(HangingDisk, LetsPagesOfAScanWaitBesideTheLoop) {
  open(PageCache::HasNothing);
  auto rows = loop_.begin<Result<std::size_t>>([this]() -> Task<Result<std::size_t>> {
    std::size_t count = 0;
    const auto visit = [&](ByteView, ByteView) {
      ++count;
      return Visit::Continue;
    };
    Status read = co_await engine_->scan({.begin = "key ", .end = "key~"}, visit);
    CO_TRY(read);
    co_return count;
  });
  disk_->await_hanging(1);
  EXPECT_FALSE(disk_->hangs(loop_.thread()));
  EXPECT_EQ(*begin_read(0).get(), value(0));
  disk_->release();
  EXPECT_EQ(*rows.get(), kColdItems);
}

TEST_F(HangingDisk, BoundsWhatWaits) {
  open(PageCache::HasNothing, {.threads_max = 2, .waiting_max = 3});
  std::vector<std::future<Result<ColdAnswer>>> reads;
  for (std::uint64_t i = 0; i < 2; ++i) {
    reads.push_back(begin_read(kColdItems - 1 - i * 100));
    disk_->await_hanging(i + 1);
  }
  for (std::uint64_t i = 2; i < 5; ++i) reads.push_back(begin_read(kColdItems - 1 - i * 50));
  const auto refused = begin_read(kColdItems / 2).get();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(*begin_read(0).get(), value(0));
  disk_->release();
  for (auto& read : reads) EXPECT_TRUE(read.get().ok());
}

// A commit that merges into a row on the disk must not hold up all others, on the thread that
// commits for all (synced) or on the caller's own (relaxed).
class HangingMerge : public HangingDisk, public ::testing::WithParamInterface<Durability> {};

TEST_P(HangingMerge, LetsOtherCommitsGoOn) {
  open(PageCache::HasNothing, {}, GetParam());
  auto merged = loop_.begin<Status>([this]() -> Task<Status> {
    const auto transaction = engine_->begin();
    transaction->merge(kMerged, "b");
    co_return co_await transaction->commit();
  });
  disk_->await_hanging(1);
  EXPECT_FALSE(disk_->hangs(loop_.thread()));
  EXPECT_TRUE(begin_write("new", "value").get().ok());
  disk_->release();
  EXPECT_TRUE(merged.get().ok());
  EXPECT_EQ(*sync_wait(read_one_key(*engine_, kMerged)), "ab");
}

INSTANTIATE_TEST_SUITE_P(Durabilities, HangingMerge,
                         ::testing::Values(Durability::Synced, Durability::Relaxed));

}  // namespace
}  // namespace partita::engine
