#include "engine_suite/memory/faulty_engine.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/log_scan.h"
#include "engine_suite/blocking.h"

namespace partita::engine {
namespace {

// Reads at a moment that is up to a few calls old.   THREADS: safe for concurrent calls.
class LaggingView final : public View {
 public:
  explicit LaggingView(const Engine& sound) : sound_(sound) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return current()->get(keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return current()->scan(range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

 private:
  std::shared_ptr<const View> current() const {
    const std::lock_guard lock(mutex_);
    if (reads_++ % 16 == 0) snapshot_ = sound_.snapshot();
    return snapshot_;
  }

  const Engine& sound_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const View> snapshot_;
  mutable int reads_ = 0;
};

// Shows the present whenever it is asked.
class MovingSnapshot final : public View {
 public:
  explicit MovingSnapshot(const Engine& sound) : sound_(sound) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    return sound_.get(keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    return sound_.scan(range, visit);
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }

 private:
  const Engine& sound_;
};

// Asks for each row anew.
Status torn_scan(const Engine& engine, const Range& range, RowVisitor visit) {
  const bool is_forward = range.direction == Direction::Forward;
  Bytes begin(range.begin);
  MaybeBytes end = range.end ? MaybeBytes(*range.end) : std::nullopt;
  for (;;) {
    Range left{.begin = begin, .direction = range.direction};
    if (end) left.end = *end;
    const auto next = rows(engine, left, 1);
    if (next.empty() || visit(next[0].key, next[0].value) == Visit::Stop) return {};
    if (is_forward) begin = next[0].key + '\0';
    if (!is_forward) end = next[0].key;
    std::this_thread::yield();
  }
}

struct Spoilt {
  Engine& sound;
  const Bug bug;
  const LaggingView lagging{sound};
  std::atomic<int> commits = 0;
  std::atomic<std::uint64_t> stamps = 0;
};

class FaultyTransaction final : public Transaction {
 public:
  explicit FaultyTransaction(Spoilt& engine) : engine_(engine), sound_(engine.sound.begin()) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override {
    return sound_->scan(range, visit);
  }

  Task<Status> commit() override { return Task<Status>::ready(commit_now()); }

 private:
  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Bytes key(keys[i]);
      const MaybeBytes value = i < unchecked ? engine::get(engine_.sound, key) : read_one(key);
      visit(i, value ? std::optional<ByteView>(*value) : std::nullopt);
    }
    Status status;
    return Task<Status>::ready(std::move(status));
  }

  MaybeBytes read_one(const Bytes& key) {
    if (const auto* own = writes_.find(key)) return own->value;
    const bool is_first = std::exchange(has_read_, true) == false;
    switch (engine_.bug) {
      case Bug::UntrackedReads:
        return engine::get(engine_.sound, key);
      case Bug::UntrackedAbsentKeys:
        if (!engine::get(engine_.sound, key)) return std::nullopt;
        return engine::get(*sound_, key);
      case Bug::UntrackedSecondRead:
        return is_first ? engine::get(*sound_, key) : engine::get(engine_.sound, key);
      case Bug::StaleTransactionReads:
        engine::get(*sound_, key);
        return engine::get(engine_.lagging, key);
      default:
        return engine::get(*sound_, key);
    }
  }

  Status commit_now() {
    if (writes_.is_empty() && engine_.bug == Bug::SkipsTheCheckWithoutWrites) return {};
    std::vector<WriteSet::Write> writes = writes_.take();
    const bool is_lie = engine_.bug == Bug::AcknowledgesWithoutWriting && !writes.empty() &&
                        ++engine_.commits % 20 == 0;
    if (is_lie) return {};
    if (engine_.bug == Bug::AppliesHalf) writes.resize((writes.size() + 1) / 2);
    if (engine_.bug == Bug::CommitsInTwoSteps) return commit_in_two_steps(writes);
    write(*sound_, writes);
    const Status status = engine::commit(*sound_);
    if (!status.ok() && engine_.bug == Bug::AppliesDespiteConflict) write_blindly(writes);
    return status;
  }

  Status commit_in_two_steps(const std::vector<WriteSet::Write>& writes) {
    const auto middle = writes.begin() + static_cast<std::ptrdiff_t>((writes.size() + 1) / 2);
    write(*sound_, {writes.begin(), middle});
    Status status = engine::commit(*sound_);
    std::this_thread::yield();
    if (status.ok()) write_blindly({middle, writes.end()});
    return status;
  }

  void write_blindly(const std::vector<WriteSet::Write>& writes) {
    const auto transaction = engine_.sound.begin();
    write(*transaction, writes);
    static_cast<void>(engine::commit(*transaction));
  }

  void write(Transaction& target, const std::vector<WriteSet::Write>& writes) {
    for (const auto& [key, value, is_merged, is_appended] : writes) {
      if (is_merged) {
        target.merge(key, *value);
      } else if (is_appended) {
        append(target, key, *value);
      } else if (value) {
        target.put(key, *value);
      } else if (engine_.bug != Bug::LosesErases) {
        target.erase(key);
      }
    }
  }

  void append(Transaction& target, const Bytes& prefix, const Bytes& value) {
    if (engine_.bug != Bug::StampsAtTheBeginning) return target.append(prefix, value);
    Bytes key = prefix;
    append_stamp(key, stamp_++);
    target.put(std::move(key), value);
  }

  Spoilt& engine_;
  const std::unique_ptr<Transaction> sound_;
  bool has_read_ = false;
  std::uint64_t stamp_ = engine_.stamps.fetch_add(100);
};

class FaultyEngine final : public Engine {
 public:
  FaultyEngine(Engine& sound, Bug bug) : spoilt_{.sound = sound, .bug = bug} {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    if (spoilt_.bug == Bug::StaleReads) return spoilt_.lagging.get(keys, visit);
    return spoilt_.sound.get(keys, visit);
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    if (spoilt_.bug != Bug::TornScans) return spoilt_.sound.scan(range, visit);
    return Task<Status>::ready(torn_scan(spoilt_.sound, range, visit));
  }
  Task<Status> read_log(const LogRange& range, LogVisitor visit) const override {
    return scan_log(*this, range, visit);
  }
  const Limits& limits() const override { return spoilt_.sound.limits(); }
  std::unique_ptr<View> snapshot() const override {
    if (spoilt_.bug != Bug::MovingSnapshots) return spoilt_.sound.snapshot();
    return std::make_unique<MovingSnapshot>(spoilt_.sound);
  }
  std::unique_ptr<Transaction> begin(MonotonicTime) override {
    return std::make_unique<FaultyTransaction>(spoilt_);
  }
  Task<Status> erase_range(ByteView begin, ByteView end) override {
    return spoilt_.sound.erase_range(begin, end);
  }
  WriteAvailability write_availability() const override {
    return spoilt_.sound.write_availability();
  }

 private:
  Spoilt spoilt_;
};

}  // namespace

void PrintTo(Bug bug, std::ostream* out) {
  static constexpr const char* kNames[] = {"None",
                                           "UntrackedReads",
                                           "UntrackedAbsentKeys",
                                           "UntrackedSecondRead",
                                           "AcknowledgesWithoutWriting",
                                           "AppliesHalf",
                                           "CommitsInTwoSteps",
                                           "AppliesDespiteConflict",
                                           "StaleReads",
                                           "StaleTransactionReads",
                                           "MovingSnapshots",
                                           "TornScans",
                                           "LosesErases",
                                           "SkipsTheCheckWithoutWrites",
                                           "StampsAtTheBeginning"};
  *out << kNames[static_cast<std::size_t>(bug)];
}

std::unique_ptr<Engine> with_bug(Engine& sound, Bug bug) {
  return std::make_unique<FaultyEngine>(sound, bug);
}

}  // namespace partita::engine
