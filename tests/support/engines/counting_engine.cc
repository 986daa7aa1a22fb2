#include "support/engines/counting_engine.h"

#include <string_view>

namespace partita::testing {
namespace {

class CountingSnapshot final : public engine::View {
 public:
  explicit CountingSnapshot(std::unique_ptr<engine::View> sound) : sound_(std::move(sound)) {}

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override {
    ++CountingEngine::of_this_thread().gets;
    return sound_->get(keys, visit);
  }
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override {
    ++CountingEngine::of_this_thread().scans;
    return sound_->scan(range, visit);
  }
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
    return engine::scan_log(*this, range, visit);
  }

 private:
  const std::unique_ptr<engine::View> sound_;
};

class CountingTransaction final : public engine::Transaction {
 public:
  explicit CountingTransaction(std::unique_ptr<engine::Transaction> sound)
      : sound_(std::move(sound)) {}

  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) override {
    ++CountingEngine::of_this_thread().scans;
    return sound_->scan(range, visit);
  }
  Task<Status> commit() override {
    if (!writes_.is_empty()) {
      ++CountingEngine::of_this_thread().commits;
      replay(writes_, *sound_);
    }
    return sound_->commit();
  }

 private:
  Task<Status> read(std::span<const ByteView> keys, engine::ValueVisitor visit,
                    std::size_t unchecked) override {
    ++CountingEngine::of_this_thread().gets;
    const auto with_own_writes = [&](std::size_t index, std::optional<ByteView> stored) {
      const auto* own = writes_.find(keys[index]);
      visit(index, own == nullptr ? stored : std::optional<ByteView>(own->value));
    };
    co_return co_await sound_->get(keys, with_own_writes, unchecked);
  }

  const std::unique_ptr<engine::Transaction> sound_;
};

void add(std::string& text, int count, std::string_view what) {
  if (count == 0) return;
  if (!text.empty()) text += ", ";
  text += std::to_string(count);
  text += ' ';
  text += what;
  if (count > 1) text += 's';
}

}  // namespace

std::string RoundTrips::text() const {
  std::string all;
  add(all, gets, "get");
  add(all, scans, "scan");
  add(all, erasures, "erasure");
  add(all, commits, "commit");
  return all;
}

RoundTrips& CountingEngine::of_this_thread() {
  thread_local RoundTrips trips;
  return trips;
}

std::unique_ptr<engine::View> CountingEngine::snapshot() const {
  return std::make_unique<CountingSnapshot>(sound_->snapshot());
}

std::unique_ptr<engine::Transaction> CountingEngine::begin(MonotonicTime deadline) {
  return std::make_unique<CountingTransaction>(sound_->begin(deadline));
}

}  // namespace partita::testing
