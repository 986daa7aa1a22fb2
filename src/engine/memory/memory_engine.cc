#include "engine/memory/memory_engine.h"

#include <array>
#include <utility>
#include <vector>

#include "engine/log_scan.h"
#include "engine/memory/version_store.h"
#include "partita/base/check.h"

namespace partita::engine {
namespace {

using Value = VersionStore::Value;

// Room for the values of one get, without an allocation where there are few.
class Values {
 public:
  explicit Values(std::size_t size) : size_(size) {
    if (size > few_.size()) many_.resize(size);
  }

  std::span<Value> span() { return {many_.empty() ? few_.data() : many_.data(), size_}; }

 private:
  std::size_t size_;
  std::array<Value, 4> few_;
  std::vector<Value> many_;
};

// A read from memory cannot fail.
Task<Status> all_well() {
  Status status;
  return Task<Status>::ready(std::move(status));
}

std::optional<ByteView> view_of(const Value& value) {
  if (!value) return std::nullopt;
  return *value;
}

void visit_all(std::span<const Value> values, ValueVisitor visit) {
  for (std::size_t i = 0; i < values.size(); ++i) visit(i, view_of(values[i]));
}

void visit_rows(VersionStore::Walk walk, RowVisitor visit) {
  for (auto rows = walk.next(); !rows.empty(); rows = walk.next()) {
    for (const auto& row : rows) {
      if (visit(*row.key, *row.value) == Visit::Stop) return;
    }
  }
}

class MemorySnapshot final : public View {
 public:
  explicit MemorySnapshot(VersionStore& store) : store_(store), pin_(store) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    Values values(keys.size());
    store_.read_at(pin_, keys, values.span());
    visit_all(values.span(), visit);
    return all_well();
  }

  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    visit_rows(VersionStore::Walk(store_, pin_, range), visit);
    return all_well();
  }

  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

 private:
  const VersionStore& store_;
  const VersionStore::Pin pin_;
};

class MemoryTransaction final : public Transaction {
 public:
  MemoryTransaction(VersionStore& store, KeyKinds kinds) : store_(store), kinds_(kinds) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override {
    return MemorySnapshot(store_).scan(range, visit);
  }

  Task<Status> commit() override {
    PARTITA_CHECK(!std::exchange(is_committed_, true));
    if (writes_.is_empty()) return Task<Status>::ready(check_reads());
    Status fits = writes_.check(kEmbeddedLimits);
    if (!fits.ok()) return Task<Status>::ready(std::move(fits));
    return Task<Status>::ready(store_.commit(reads_, prepare_writes()));
  }

 private:
  // Reads the newest state each time: a change in between makes the commit fail, or, if the
  // transaction writes nothing, does no harm while all reads are still current.
  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override {
    Values values(keys.size());
    const CommitNumber seen_at = store_.read_newest(keys, values.span());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (const WriteSet::Write* own = writes_.find(keys[i])) {
        visit(i, own->value ? std::optional<ByteView>(*own->value) : std::nullopt);
      } else {
        if (i >= unchecked) reads_.push_back({ConflictTable::hash(keys[i]), seen_at});
        visit(i, view_of(values.span()[i]));
      }
    }
    return all_well();
  }

  Status check_reads() const {
    const bool are_of_one_moment =
        reads_.empty() || reads_.front().seen_at == reads_.back().seen_at;
    return are_of_one_moment ? Status() : store_.check_unchanged(reads_);
  }

  // Done before the store is locked: hashes and allocations are most of a commit.
  std::vector<VersionStore::Write> prepare_writes() {
    std::vector<WriteSet::Write> buffered = writes_.take();
    std::vector<VersionStore::Write> prepared;
    prepared.reserve(buffered.size());
    for (auto& [key, value, is_merged, is_appended] : buffered) {
      const Combine combine = is_merged ? merged_kind(kinds_, key) : nullptr;
      const std::uint64_t key_hash = is_appended ? 0 : ConflictTable::hash(key);
      Value shared = value ? std::make_shared<const Bytes>(std::move(*value)) : nullptr;
      prepared.push_back({std::move(key), key_hash, std::move(shared), combine, is_appended});
    }
    return prepared;
  }

  VersionStore& store_;
  const KeyKinds kinds_;
  std::vector<TrackedRead> reads_;  // In the order of the moments they are of.
  bool is_committed_ = false;
};

class MemoryEngine final : public Engine {
 public:
  explicit MemoryEngine(KeyKinds kinds) : kinds_(kinds) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    Values values(keys.size());
    store_.read_newest(keys, values.span());
    visit_all(values.span(), visit);
    return all_well();
  }

  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return MemorySnapshot(store_).scan(range, visit);
  }

  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

  const Limits& limits() const override { return kEmbeddedLimits; }

  std::unique_ptr<View> snapshot() const override {
    return std::make_unique<MemorySnapshot>(store_);
  }

  std::unique_ptr<Transaction> begin(MonotonicTime) override {
    return std::make_unique<MemoryTransaction>(store_, kinds_);
  }

  Task<Status> erase_range(ByteView begin, ByteView end) override {
    store_.erase_range(begin, end);
    return all_well();
  }

  WriteAvailability write_availability() const override { return {}; }

 private:
  // Mutable, because reading pins moments and lets go of them; the content stays as it is.
  mutable VersionStore store_;
  const KeyKinds kinds_;
};

}  // namespace

std::unique_ptr<Engine> open_memory_engine(KeyKinds kinds) {
  return std::make_unique<MemoryEngine>(kinds);
}

}  // namespace partita::engine
