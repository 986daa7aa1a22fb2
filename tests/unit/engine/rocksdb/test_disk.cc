#include "unit/engine/rocksdb/test_disk.h"

#include <gtest/gtest.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/engine_parts.h"
#include "engine/rocksdb/local_files.h"
#include "partita/base/random.h"

namespace partita::testing {

using engine::DiskReads;
using engine::DiskReadScope;
using engine::t_disk_reads;
using rocksdb::IOStatus;

class TestDisk::State {
 public:
  State(PageCache cache, std::uint64_t seed) : cache_(cache), random_(seed) {}

  // Whether a read that must not wait is refused.
  bool refuses() {
    const std::lock_guard lock(mutex_);
    const bool is_refused =
        cache_ == PageCache::HasNothing || (cache_ == PageCache::HasSome && random_.below(2) == 0);
    refused_ += is_refused ? 1 : 0;
    return is_refused;
  }
  bool is_asked() const { return cache_ != PageCache::IsNotAsked; }

  void wait() {
    std::unique_lock lock(mutex_);
    ++waited_;
    if (!hangs_) return;
    hanging_.push_back(std::this_thread::get_id());
    changed_.notify_all();
    changed_.wait(lock, [this] { return !hangs_; });
    std::erase(hanging_, std::this_thread::get_id());
  }

  void set_hanging(bool hangs) {
    const std::lock_guard lock(mutex_);
    hangs_ = hangs;
    changed_.notify_all();
  }
  void await_hanging(std::size_t reads) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return hanging_.size() >= reads; });
  }
  bool hangs(std::thread::id thread) const {
    const std::lock_guard lock(mutex_);
    return std::find(hanging_.begin(), hanging_.end(), thread) != hanging_.end();
  }
  std::size_t refused() const {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  std::size_t waited() const {
    const std::lock_guard lock(mutex_);
    return waited_;
  }

 private:
  const PageCache cache_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  SeededRandom random_;
  bool hangs_ = false;
  std::vector<std::thread::id> hanging_;
  std::size_t refused_ = 0;
  std::size_t waited_ = 0;
};

namespace {

class TestFile final : public rocksdb::FSRandomAccessFileOwnerWrapper {
 public:
  TestFile(std::unique_ptr<rocksdb::FSRandomAccessFile> file, std::shared_ptr<TestDisk::State> disk)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), disk_(std::move(disk)) {}

  IOStatus Read(std::uint64_t offset, std::size_t bytes, const rocksdb::IOOptions& options,
                rocksdb::Slice* result, char* scratch,
                rocksdb::IODebugContext* debug) const override {
    if (t_disk_reads == DiskReads::Refused && disk_->is_asked()) {
      if (disk_->refuses()) return engine::refused_read();
    } else {
      disk_->wait();
    }
    const DiskReadScope scope(DiskReads::Waited);
    return target()->Read(offset, bytes, options, result, scratch, debug);
  }
  IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count,
                     const rocksdb::IOOptions& options, rocksdb::IODebugContext* debug) override {
    return FSRandomAccessFile::MultiRead(requests, count, options, debug);
  }

 private:
  const std::shared_ptr<TestDisk::State> disk_;
};

class TestFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  explicit TestFileSystem(std::shared_ptr<TestDisk::State> disk)
      : FileSystemWrapper(engine::local_file_system()), disk_(std::move(disk)) {}

  const char* Name() const override { return "TestFileSystem"; }

  IOStatus NewRandomAccessFile(const std::string& name, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                               rocksdb::IODebugContext* debug) override {
    auto status = target()->NewRandomAccessFile(name, options, file, debug);
    if (status.ok() && name.ends_with(".sst")) {
      *file = std::make_unique<TestFile>(std::move(*file), disk_);
    }
    return status;
  }

 private:
  const std::shared_ptr<TestDisk::State> disk_;
};

}  // namespace

TestDisk::TestDisk(PageCache cache, std::uint64_t seed)
    : state_(std::make_shared<State>(cache, seed)) {}

TestDisk::~TestDisk() { release(); }

std::unique_ptr<engine::RocksdbEngine> TestDisk::open(const engine::RocksdbOptions& options,
                                                      engine::KeyKinds kinds,
                                                      const engine::ReaderPoolOptions& readers) {
  auto engine = engine::open_rocksdb_engine_on(std::make_shared<TestFileSystem>(state_), readers,
                                               options, kinds);
  EXPECT_TRUE(engine.ok()) << engine.error().to_string();
  return engine.ok() ? std::move(*engine) : nullptr;
}

void TestDisk::hang() { state_->set_hanging(true); }
void TestDisk::release() { state_->set_hanging(false); }
void TestDisk::await_hanging(std::size_t reads) { state_->await_hanging(reads); }
bool TestDisk::hangs(std::thread::id thread) const { return state_->hangs(thread); }
std::size_t TestDisk::refused() const { return state_->refused(); }
std::size_t TestDisk::waited() const { return state_->waited(); }

}  // namespace partita::testing
