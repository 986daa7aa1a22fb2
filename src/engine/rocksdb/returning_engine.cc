#include "engine/rocksdb/returning_engine.h"
#include "partita/base/mutex.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>

#include "engine/log_scan.h"
#include "partita/base/periodic.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLookForSpace = 1s;

using SharedEngine = std::shared_ptr<RocksdbEngine>;

// A transaction of a store that can only be read, and which it keeps open.
class ReadingTransaction final : public Transaction {
 public:
  explicit ReadingTransaction(SharedEngine engine)
      : engine_(std::move(engine)), reads_(engine_->begin()) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override {
    return reads_->scan(range, visit);
  }

  Task<Status> commit() override {
    if (writes_.is_empty()) return reads_->commit();
    return Task<Status>::ready(Error::unavailable(engine_->write_availability().reason));
  }

 private:
  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override {
    const auto with_own_writes = [&](std::size_t index, std::optional<ByteView> stored) {
      const auto* own = writes_.find(keys[index]);
      visit(index, own == nullptr ? stored : std::optional<ByteView>(own->value));
    };
    co_return co_await reads_->get(keys, with_own_writes, unchecked);
  }

  const SharedEngine engine_;
  const std::unique_ptr<Transaction> reads_;
};

// A snapshot that keeps its store open.
class HeldSnapshot final : public View {
 public:
  explicit HeldSnapshot(SharedEngine engine)
      : engine_(std::move(engine)), snapshot_(engine_->snapshot()) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return snapshot_->get(keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return snapshot_->scan(range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

 private:
  const SharedEngine engine_;
  const std::unique_ptr<View> snapshot_;
};

// Keeps the store open on which a read waits for the disk. The last parameter goes first, so what
// the read holds of the store is gone before it.
Task<Status> keep_until_done(SharedEngine /*engine*/, Task<Status> read) {
  co_return co_await std::move(read);
}

class ReturningEngine final : public RocksdbEngine {
 public:
  ReturningEngine(SharedEngine reading, Reopen reopen, std::function<void(std::string_view)> report)
      : current_(std::move(reading)),
        reopen_(std::move(reopen)),
        report_(std::move(report)),
        watch_(kLookForSpace, [this] { look(); }) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    auto engine = current().engine;
    auto read = engine->get(keys, visit);
    return read.is_ready() ? std::move(read) : keep_until_done(std::move(engine), std::move(read));
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    auto engine = current().engine;
    auto read = engine->scan(range, visit);
    return read.is_ready() ? std::move(read) : keep_until_done(std::move(engine), std::move(read));
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }
  const Limits& limits() const override { return kEmbeddedLimits; }
  std::unique_ptr<View> snapshot() const override {
    return std::make_unique<HeldSnapshot>(current().engine);
  }
  std::unique_ptr<Transaction> begin(MonotonicTime deadline) override {
    auto [engine, is_back] = current();
    // The one that takes writes stays until the end.
    if (is_back) return engine->begin(deadline);
    return std::make_unique<ReadingTransaction>(std::move(engine));
  }
  Task<Status> erase_range(ByteView begin, ByteView end) override {
    const auto engine = current().engine;
    co_return co_await engine->erase_range(begin, end);
  }
  WriteAvailability write_availability() const override;
  std::string read_trouble() const override { return current().engine->read_trouble(); }
  Status checkpoint(const std::filesystem::path& target) override {
    return current().engine->checkpoint(target);
  }
  std::filesystem::path room() const override { return current().engine->room(); }
  Status rotate_data_key() override { return current().engine->rotate_data_key(); }
  Status rotate_master_key(const MasterKey& replacement) override {
    return current().engine->rotate_master_key(replacement);
  }
  bool is_encrypted() const override { return current().engine->is_encrypted(); }
  Result<Bytes> wrap_key(const SecretKey& key) override { return current().engine->wrap_key(key); }
  Result<SecretKey> unwrap_key(ByteView wrapped) override {
    return current().engine->unwrap_key(wrapped);
  }
  Status scrub() override { return current().engine->scrub(); }
  EngineFigures figures() const override { return current().engine->figures(); }
  std::optional<std::uint64_t> stored_bytes(ByteView begin, ByteView end) const override {
    return current().engine->stored_bytes(begin, end);
  }

 private:
  struct Current {
    SharedEngine engine;
    bool is_back;
  };
  Current current() const {
    const MutexLock lock(mutex_);
    return {current_, is_back_};
  }
  void look();
  void give_up(const Error& error);
  void tell(const std::string& line) const {
    if (report_) report_(line);
  }

  mutable Mutex mutex_;
  SharedEngine current_ PARTITA_GUARDED_BY(mutex_);
  bool is_back_ PARTITA_GUARDED_BY(mutex_) = false;
  std::string failure_
      PARTITA_GUARDED_BY(mutex_);  // Why it never takes writes; empty as long as it may.
  const Reopen reopen_;
  const std::function<void(std::string_view)> report_;
  Periodic watch_;  // Works on the members above.
};

WriteAvailability ReturningEngine::write_availability() const {
  const auto [engine, is_back] = current();
  auto availability = engine->write_availability();
  if (is_back) return availability;
  const MutexLock lock(mutex_);
  availability.reason += failure_.empty()
                             ? "; it takes them by itself when there is more space"
                             : fmt::format("; it cannot be opened for writing: {}", failure_);
  return availability;
}

void ReturningEngine::look() {
  {
    const MutexLock lock(mutex_);
    if (is_back_ || !failure_.empty()) return;
  }
  auto opened = reopen_();
  if (!opened.ok()) return give_up(opened.error());
  if (*opened == nullptr) return;
  SharedEngine writable = std::move(*opened);
  {
    const MutexLock lock(mutex_);
    // What it was ends here, or with its last user: not under the lock.
    current_.swap(writable);
    is_back_ = true;
  }
  tell("there is space on the disk again: the store, opened for reading only, takes writes");
}

void ReturningEngine::give_up(const Error& error) {
  // It may have been filled again while the store was opened.
  if (error.kind() == ErrorKind::Unavailable) return;
  tell(fmt::format("the store stays open for reading only: {}", error.message()));
  const MutexLock lock(mutex_);
  failure_ = error.message();
}

}  // namespace

std::unique_ptr<RocksdbEngine> returning_engine(std::unique_ptr<RocksdbEngine> reading,
                                                Reopen reopen,
                                                std::function<void(std::string_view)> report) {
  return std::make_unique<ReturningEngine>(std::move(reading), std::move(reopen),
                                           std::move(report));
}

}  // namespace partita::engine
