#include "engine/rocksdb/rocksdb_engine.h"

#include <rocksdb/db.h>

#include <cassert>
#include <utility>

#include "engine/log_scan.h"
#include "engine/rocksdb/checkpoint.h"
#include "engine/rocksdb/commit_path.h"
#include "engine/rocksdb/engine_parts.h"
#include "engine/rocksdb/group_committer.h"
#include "engine/rocksdb/local_files.h"
#include "engine/rocksdb/newest_reader.h"
#include "engine/rocksdb/read_trouble.h"
#include "engine/rocksdb/returning_engine.h"
#include "engine/rocksdb/status.h"
#include "engine/rocksdb/store_figures.h"
#include "engine/rocksdb/store_opening.h"
#include "engine/rocksdb/store_options.h"
#include "engine/rocksdb/store_view.h"
#include "engine/rocksdb/suspended_reads.h"
#include "partita/base/check.h"
#include "partita/base/periodic.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

// Shows a transaction's own writes in place of what is stored.
struct OverOwnWrites {
  const WriteSet& writes;
  std::span<const ByteView> keys;
  ValueVisitor visit;

  void operator()(std::size_t index, std::optional<ByteView> stored) const {
    const auto* own = writes.find(keys[index]);
    visit(index, own == nullptr ? stored : std::optional<ByteView>(own->value));
  }
};

class StoreTransaction final : public Transaction {
 public:
  struct Parts {
    ReadParts reads;
    const NewestReader& reader;
    GroupCommitter& committer;
    CommitPath& path;
  };

  explicit StoreTransaction(const Parts& parts) : parts_(parts) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override {
    return read_rows(parts_.reads, {}, range, visit);
  }

  Task<Status> commit() override {
    PARTITA_CHECK(!std::exchange(is_committed_, true));
    auto within_limits = writes_.check(kEmbeddedLimits);
    if (!within_limits.ok()) return Task<Status>::ready(std::move(within_limits));
    if (writes_.is_empty()) return Task<Status>::ready(confirm());
    return parts_.path.commit({.reads = reads_, .writes = &writes_});
  }

 private:
  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override {
    assert(unchecked <= keys.size());
    // Noted before the read: what was committed after this number counts as a change.
    const std::uint64_t seen_at = parts_.committer.newest_commit();
    for (const ByteView key : keys.subspan(unchecked)) {
      reads_.push_back({ConflictTable::hash(key), seen_at});
    }
    if (writes_.is_empty()) return read_keys(parts_.reads, parts_.reader, keys, visit);
    return read_over_own_writes(keys, visit);
  }

  Task<Status> read_over_own_writes(std::span<const ByteView> keys, ValueVisitor visit) {
    const OverOwnWrites with_own{writes_, keys, visit};
    co_return co_await read_keys(parts_.reads, parts_.reader, keys, with_own);
  }

  // One read is of one moment by itself.
  Status confirm() const {
    if (reads_.size() < 2 || parts_.committer.hold(reads_)) return {};
    return Error::conflict("another transaction has changed what this one has read");
  }

  const Parts parts_;
  std::vector<TrackedRead> reads_;
  bool is_committed_ = false;
};

class OpenRocksdbEngine final : public RocksdbEngine {
 public:
  OpenRocksdbEngine(OpenStore opened, const RocksdbOptions& options, KeyKinds kinds,
                    const ReaderPoolOptions& readers);
  ~OpenRocksdbEngine() override;

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return read_keys(reads_, reader_, keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return read_rows(reads_, {}, range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }
  const Limits& limits() const override { return kEmbeddedLimits; }
  std::unique_ptr<View> snapshot() const override { return std::make_unique<SnapshotView>(reads_); }
  std::unique_ptr<Transaction> begin(MonotonicTime deadline) override {
    ReadParts reads = reads_;
    reads.deadline = deadline;
    return std::make_unique<StoreTransaction>(
        StoreTransaction::Parts{reads, reader_, committer_, *path_});
  }
  Task<Status> erase_range(ByteView begin, ByteView end) override;
  WriteAvailability write_availability() const override;
  std::string read_trouble() const override { return trouble_.text(); }
  Status checkpoint(const std::filesystem::path& target) override;
  std::filesystem::path room() const override { return opened_.directory->handover(); }
  Status rotate_data_key() override;
  Status rotate_master_key(const MasterKey& replacement) override;
  bool is_encrypted() const override;
  Result<Bytes> wrap_key(const SecretKey& key) override;
  Result<SecretKey> unwrap_key(ByteView wrapped) override;
  Status scrub() override;
  EngineFigures figures() const override;
  std::optional<std::uint64_t> stored_bytes(ByteView begin, ByteView end) const override {
    return stored_bytes_in(*opened_.store, begin, end);
  }

 private:
  bool is_read_only() const { return !opened_.watermark.has_value(); }
  void keep_watermark();
  void close_in_order();

  OpenStore opened_;
  const Durability durability_;
  HotValues hot_;
  mutable ReadTrouble trouble_;
  mutable ReaderPool pool_;
  const ReadParts reads_;
  GroupCommitter committer_;
  const NewestReader reader_;
  std::uint64_t stored_sequence_ = 0;
  // Both work on the members above, so they start after them and end before them.
  std::unique_ptr<Periodic> watermark_keeper_;
  std::unique_ptr<CommitPath> path_;
};

OpenRocksdbEngine::OpenRocksdbEngine(OpenStore opened, const RocksdbOptions& options,
                                     KeyKinds kinds, const ReaderPoolOptions& readers)
    : opened_(std::move(opened)),
      durability_(options.durability),
      hot_(hot_value_bytes(options)),
      pool_(readers, trouble_),
      reads_{.store = *opened_.store, .pool = pool_, .trouble = trouble_},
      committer_({.store = *opened_.store,
                  .space = opened_.space,
                  .gate = opened_.gate,
                  .hot = hot_,
                  .trouble = trouble_,
                  .durability = options.durability,
                  .kinds = kinds}),
      reader_(*opened_.store, committer_, hot_),
      stored_sequence_(committer_.acknowledged_sequence()) {
  if (!is_read_only()) {
    const auto interval = durability_ == Durability::Synced ? 1000ms : options.relaxed_interval;
    watermark_keeper_ = std::make_unique<Periodic>(interval, [this] { keep_watermark(); });
  }
  path_ = std::make_unique<CommitPath>(committer_, durability_, reader_, reads_);
}

OpenRocksdbEngine::~OpenRocksdbEngine() {
  path_.reset();
  watermark_keeper_.reset();
  if (!is_read_only() && !opened_.gate->refusal()) close_in_order();
}

// A range tombstone makes later reads slower until it is compacted away, so it must be worth it.
Task<Status> OpenRocksdbEngine::erase_range(ByteView begin, ByteView end) {
  constexpr std::size_t kFewKeys = 1'000;
  WriteSet erasures;
  Status scanned = co_await scan({.begin = begin, .end = end}, [&](ByteView key, auto) {
    erasures.erase(Bytes(key));
    return erasures.writes().size() <= kFewKeys ? Visit::Continue : Visit::Stop;
  });
  CO_TRY(scanned);
  CommitRequest request;
  if (erasures.writes().size() <= kFewKeys) {
    request.writes = &erasures;
  } else {
    request.erased.emplace(begin, end);
  }
  co_return co_await path_->commit(std::move(request));
}

WriteAvailability OpenRocksdbEngine::write_availability() const {
  auto reason = opened_.gate->refusal();
  if (!reason) reason = opened_.space->refusal(0);
  if (!reason) return {};
  return {.accepts_writes = false, .reason = std::move(*reason)};
}

EngineFigures OpenRocksdbEngine::figures() const {
  return store_figures({.store = *opened_.store,
                        .background = *opened_.background,
                        .committer = committer_,
                        .hot = hot_,
                        .pool = pool_});
}

Status OpenRocksdbEngine::checkpoint(const std::filesystem::path& target) {
  return make_checkpoint(opened_, committer_.acknowledged_sequence(), target);
}

Status OpenRocksdbEngine::rotate_data_key() {
  if (!opened_.keyring) return Error::invalid_argument("the store is not encrypted");
  TRY(opened_.keyring->rotate_data_key());
  return {};
}

Status OpenRocksdbEngine::rotate_master_key(const MasterKey& replacement) {
  if (!opened_.keyring) return Error::invalid_argument("the store is not encrypted");
  return opened_.keyring->rotate_master_key(replacement);
}

bool OpenRocksdbEngine::is_encrypted() const { return opened_.keyring != nullptr; }

Result<Bytes> OpenRocksdbEngine::wrap_key(const SecretKey& key) {
  if (!opened_.keyring) return Error::invalid_argument("the store is not encrypted");
  return opened_.keyring->wrap(key);
}

Result<SecretKey> OpenRocksdbEngine::unwrap_key(ByteView wrapped) {
  if (!opened_.keyring) return Error::invalid_argument("the store is not encrypted");
  return opened_.keyring->unwrap(wrapped);
}

Status OpenRocksdbEngine::scrub() {
  // The checksum of whole files: those of blocks leave a few bytes between them out.
  const auto status = opened_.store->VerifyFileChecksums({});
  if (!status.ok()) return error_from(status);
  return {};
}

// In the relaxed mode this is also what makes acknowledged writes durable.
void OpenRocksdbEngine::keep_watermark() {
  const std::uint64_t sequence = committer_.acknowledged_sequence();
  if (sequence == stored_sequence_ || opened_.gate->refusal()) return;
  if (durability_ == Durability::Relaxed) {
    const auto synced = opened_.store->SyncWAL();
    if (!synced.ok()) return opened_.gate->close_for_good(error_from(synced).message());
  }
  const auto stored = opened_.watermark->store({.sequence = sequence, .is_clean = false});
  if (!stored.ok()) return opened_.gate->close_for_good(stored.error().message());
  stored_sequence_ = sequence;
}

// Leaves an empty log behind, so that the next start need not read one.
void OpenRocksdbEngine::close_in_order() {
  if (!opened_.store->Flush({}).ok()) return;
  const std::uint64_t sequence = opened_.store->GetLatestSequenceNumber();
  if (!opened_.store->Close().ok()) return;
  const auto stored = opened_.watermark->store({.sequence = sequence, .is_clean = true});
  // Not stored, the next start takes a closer look: nothing else to do about it.
  static_cast<void>(stored.ok());
}

}  // namespace

Result<std::unique_ptr<RocksdbEngine>> open_rocksdb_engine(const RocksdbOptions& options,
                                                           KeyKinds kinds) {
  return open_rocksdb_engine_on(local_file_system(), {}, options, kinds);
}

Result<std::unique_ptr<RocksdbEngine>> open_rocksdb_engine_on(
    std::shared_ptr<rocksdb::FileSystem> files, const ReaderPoolOptions& readers,
    const RocksdbOptions& options, KeyKinds kinds) {
  using AnyEngine = std::unique_ptr<RocksdbEngine>;
  OpenStore opened = TRY(open_store(std::move(files), options));
  const bool takes_writes = opened.watermark.has_value();
  const StoreGround ground = ground_of(opened);
  AnyEngine engine =
      std::make_unique<OpenRocksdbEngine>(std::move(opened), options, kinds, readers);
  if (takes_writes) return engine;
  const auto reopen = [ground, options, kinds, readers]() -> Result<AnyEngine> {
    auto writable = TRY(reopen_for_writing(ground, options));
    if (!writable) return AnyEngine();
    return AnyEngine(
        std::make_unique<OpenRocksdbEngine>(std::move(*writable), options, kinds, readers));
  };
  return returning_engine(std::move(engine), reopen, options.report);
}

}  // namespace partita::engine
