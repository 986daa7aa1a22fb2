#include "support/engines/suspending_engine.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/log_scan.h"
#include "support/engines/lent_bytes.h"
#include "support/engines/write_replay.h"

namespace partita::testing {

using engine::Direction;
using engine::Range;
using engine::RowVisitor;
using engine::ValueVisitor;
using engine::View;
using engine::Visit;

namespace {

// A scan asks for a few rows first, and for more each time.
constexpr std::size_t kFirstRows = 3;
constexpr std::size_t kRowsMax = 200;

// What was read on the other side, on its way to the visitor.
using LentValues = std::vector<std::optional<LentBytes>>;

struct LentRow {
  LentBytes key;
  LentBytes value;
};

struct Piece {
  std::vector<LentRow> rows;
  bool is_last = true;
};

auto keeping(LentValues& values) {
  return [&values](std::size_t index, std::optional<ByteView> value) {
    if (value) values[index].emplace(*value);
  };
}

void show(LentValues& values, const SuspendingOptions& options, ValueVisitor visit) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) {
      visit(i, std::nullopt);
      continue;
    }
    if (options.poisons_too_early) values[i]->poison();
    visit(i, values[i]->view());
    values[i]->poison();
  }
}

Visit show(LentRow& row, const SuspendingOptions& options, RowVisitor visit) {
  if (options.poisons_too_early) row.value.poison();
  const Visit next = visit(row.key.view(), row.value.view());
  row.key.poison();
  row.value.poison();
  return next;
}

Task<Result<Piece>> read_piece(const View& moment, const Range& rest, std::size_t rows_max) {
  Piece piece;
  const auto keep = [&](ByteView key, ByteView value) {
    if (piece.rows.size() == rows_max) {
      piece.is_last = false;
      return Visit::Stop;
    }
    piece.rows.push_back({LentBytes(key), LentBytes(value)});
    return Visit::Continue;
  };
  Status read = co_await moment.scan(rest, keep);
  CO_TRY(read);
  co_return piece;
}

}  // namespace

// Its moment is that of its first read.
class SuspendingEngine::Snapshot final : public View {
 public:
  explicit Snapshot(const SuspendingEngine& engine) : engine_(engine) {}

  Task<Status> get(std::span<const ByteView> keys, ValueVisitor visit) const override {
    co_await engine_.ferry_.cross();
    LentValues values(keys.size());
    const auto keep = keeping(values);
    Status read = co_await moment().get(keys, keep);
    co_await engine_.ferry_.cross();
    if (read.ok()) show(values, engine_.options_, visit);
    co_return read;
  }
  Task<Status> scan(const Range& range, RowVisitor visit) const override {
    co_await engine_.ferry_.cross();
    co_return co_await engine_.scan_in_pieces(moment(), range, visit);
  }
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
    return engine::scan_log(*this, range, visit);
  }

 private:
  const View& moment() const {
    if (!moment_) moment_ = engine_.sound_->snapshot();
    return *moment_;
  }

  const SuspendingEngine& engine_;
  mutable std::unique_ptr<View> moment_;
};

class SuspendingEngine::SuspendingTransaction final : public engine::Transaction {
 public:
  SuspendingTransaction(SuspendingEngine& engine, MonotonicTime deadline)
      : engine_(engine), sound_(engine.sound_->begin(deadline)) {}

  Task<Status> scan(const Range& range, RowVisitor visit) override {
    co_await engine_.ferry_.cross();
    const auto moment = engine_.sound_->snapshot();
    co_return co_await engine_.scan_in_pieces(*moment, range, visit);
  }

  Task<Status> commit() override {
    const CommitFate fate = writes_.is_empty() ? CommitFate::Answered : engine_.next_fate();
    co_await engine_.ferry_.cross();
    if (fate == CommitFate::Unavailable) co_return Error::unavailable("the store is away");
    if (fate == CommitFate::UnknownNotApplied) co_return lost();
    if (fate == CommitFate::LostButAnswered) co_return Status{};
    if (!writes_.is_empty()) replay(writes_, *sound_);
    Status committed = co_await sound_->commit();
    co_await engine_.ferry_.cross();
    co_return committed.ok() && fate == CommitFate::UnknownApplied ? lost() : std::move(committed);
  }

 private:
  static Status lost() { return Error::unknown("the answer to the commit was lost"); }

  Task<Status> read(std::span<const ByteView> keys, ValueVisitor visit,
                    std::size_t unchecked) override {
    co_await engine_.ferry_.cross();
    LentValues values(keys.size());
    const auto keep = keeping(values);
    Status done = co_await sound_->get(keys, keep, unchecked);
    co_await engine_.ferry_.cross();
    if (!done.ok()) co_return done;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto* own = writes_.find(keys[i]);
      if (own == nullptr) continue;
      values[i] = own->value ? std::optional<LentBytes>(*own->value) : std::nullopt;
    }
    show(values, engine_.options_, visit);
    co_return done;
  }

  SuspendingEngine& engine_;
  const std::unique_ptr<engine::Transaction> sound_;
};

SuspendingEngine::SuspendingEngine(std::unique_ptr<engine::Engine> sound, SuspendingOptions options)
    : sound_(std::move(sound)), options_(options), ferry_(options.seed) {}

void SuspendingEngine::script(std::deque<CommitFate> fates) {
  const std::lock_guard lock(mutex_);
  fates_ = std::move(fates);
}

CommitFate SuspendingEngine::next_fate() {
  const std::lock_guard lock(mutex_);
  if (fates_.empty()) return CommitFate::Answered;
  const CommitFate next = fates_.front();
  fates_.pop_front();
  return next;
}

Task<Status> SuspendingEngine::get(std::span<const ByteView> keys, ValueVisitor visit) const {
  co_await ferry_.cross();
  LentValues values(keys.size());
  const auto keep = keeping(values);
  Status read = co_await sound_->get(keys, keep);
  co_await ferry_.cross();
  if (read.ok()) show(values, options_, visit);
  co_return read;
}

Task<Status> SuspendingEngine::scan(const Range& range, RowVisitor visit) const {
  co_await ferry_.cross();
  const auto moment = sound_->snapshot();
  co_return co_await scan_in_pieces(*moment, range, visit);
}

Task<Status> SuspendingEngine::read_log(const engine::LogRange& range,
                                        engine::LogVisitor visit) const {
  return engine::scan_log(*this, range, visit);
}

Task<Status> SuspendingEngine::scan_in_pieces(const View& moment, Range rest,
                                              RowVisitor visit) const {
  Bytes last;
  std::size_t rows_max = kFirstRows;
  for (;;) {
    auto piece = co_await read_piece(moment, rest, rows_max);
    co_await ferry_.cross();
    CO_TRY(piece);
    if (!piece->rows.empty()) last = Bytes(piece->rows.back().key.view());
    for (LentRow& row : piece->rows) {
      if (show(row, options_, visit) == Visit::Stop) co_return Status{};
    }
    if (piece->is_last) co_return Status{};
    if (rest.direction == Direction::Forward) last.push_back('\0');
    (rest.direction == Direction::Forward ? rest.begin : rest.end.emplace()) = last;
    rows_max = std::min(rows_max * 2, kRowsMax);
  }
}

std::unique_ptr<View> SuspendingEngine::snapshot() const {
  return std::make_unique<Snapshot>(*this);
}

std::unique_ptr<engine::Transaction> SuspendingEngine::begin(MonotonicTime deadline) {
  return std::make_unique<SuspendingTransaction>(*this, deadline);
}

Task<Status> SuspendingEngine::erase_range(ByteView begin, ByteView end) {
  co_await ferry_.cross();
  Status erased = co_await sound_->erase_range(begin, end);
  co_await ferry_.cross();
  co_return erased;
}

}  // namespace partita::testing
