#include "engine/memory/memory_engine.h"

#include <array>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/figures.h"
#include "engine/log_scan.h"
#include "engine/memory/version_store.h"
#include "engine/read_step.h"
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

  std::span<Value> span() { return {are_many() ? many_.data() : few_.data(), size_}; }
  bool are_many() const { return !many_.empty(); }
  std::vector<Value> take_many() && { return std::move(many_); }

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

// Visits values that were found, in steps.
Task<Status> visit_in_steps(std::vector<Value> values, ValueVisitor visit) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bytes >= kReadStepBytes) {
      bytes = 0;
      co_await give_way();
    }
    if (values[i]) bytes += values[i]->size();
    visit(i, view_of(values[i]));
  }
  co_return Status{};
}

Task<Status> visit_all(Values values, ValueVisitor visit) {
  if (values.are_many()) return visit_in_steps(std::move(values).take_many(), visit);
  const auto few = values.span();
  for (std::size_t i = 0; i < few.size(); ++i) visit(i, view_of(few[i]));
  return all_well();
}

// One scan, in steps; all rows are of one moment.
class MemoryScan {
 public:
  // Of the moment of this call.
  MemoryScan(VersionStore& store, const Range& range, RowVisitor visit)
      : own_pin_(std::in_place, store), walk_(store, *own_pin_, range), visit_(visit) {}
  // REQUIRES: the pin outlives it.
  MemoryScan(const VersionStore& store, const VersionStore::Pin& pin, const Range& range,
             RowVisitor visit)
      : walk_(store, pin, range), visit_(visit) {}

  // Visits rows of a step's bytes. False if there is nothing left to do.
  bool go_on() {
    for (std::size_t bytes = 0; bytes < kReadStepBytes;) {
      if (rows_.empty()) rows_ = walk_.next();
      if (rows_.empty()) return false;
      const auto [key, value] = rows_.front();
      rows_ = rows_.subspan(1);
      if (visit_(*key, *value) == Visit::Stop) return false;
      bytes += key->size() + value->size();
    }
    return true;
  }

 private:
  const std::optional<VersionStore::Pin> own_pin_;
  VersionStore::Walk walk_;
  const RowVisitor visit_;
  std::span<const VersionStore::Row> rows_;  // Read and not visited yet.
};

Task<Status> go_on_in_steps(std::unique_ptr<MemoryScan> scan) {
  do {
    co_await give_way();
  } while (scan->go_on());
  co_return Status{};
}

Task<Status> run_scan(std::unique_ptr<MemoryScan> scan) {
  return scan->go_on() ? go_on_in_steps(std::move(scan)) : all_well();
}

class MemorySnapshot final : public View {
 public:
  explicit MemorySnapshot(VersionStore& store) : store_(store), pin_(store) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    Values values(keys.size());
    store_.read_at(pin_, keys, values.span());
    return visit_all(std::move(values), visit);
  }

  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return run_scan(std::make_unique<MemoryScan>(store_, pin_, range, visit));
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
    return run_scan(std::make_unique<MemoryScan>(store_, range, visit));
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
    assert(unchecked <= keys.size());
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

class MemoryEngine final : public Engine, public Figures {
 public:
  explicit MemoryEngine(KeyKinds kinds) : kinds_(kinds) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    Values values(keys.size());
    store_.read_newest(keys, values.span());
    return visit_all(std::move(values), visit);
  }

  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return run_scan(std::make_unique<MemoryScan>(store_, range, visit));
  }

  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

  const Limits& limits() const override { return kEmbeddedLimits; }
  Abilities abilities() override { return {.figures = this}; }

  EngineFigures figures() const override {
    return {.numbers = {{.name = "memory_rows",
                         .kind = Figure::Kind::Gauge,
                         .help = "Rows that are held in memory.",
                         .value = static_cast<double>(store_.key_count())}},
            .durations = {}};
  }
  std::optional<std::uint64_t> stored_bytes(ByteView, ByteView) const override {
    return std::nullopt;
  }

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
