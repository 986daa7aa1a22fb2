#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "engine/engine.h"
#include "support/engines/ferry.h"

namespace partita::testing {

// What becomes of a commit.
enum class CommitFate {
  Answered,
  Unavailable,        // Refused: surely not applied.
  UnknownApplied,     // Applied, and the answer is lost.
  UnknownNotApplied,  // Lost on the way there.
  LostButAnswered,    // A bug, for controls: acknowledged and not applied.
};

struct SuspendingOptions {
  std::uint64_t seed = 1;
  // A bug, for controls: bytes are overwritten before the visitor sees them.
  bool poisons_too_early = false;
};

// An engine over a sound one that behaves as if a network lay between:
// - every get, scan, read_log, commit and erase_range suspends, on its way there and on its way
//   back, and goes on in an order that the seed chooses (Ferry);
// - the bytes that a visitor sees are a copy, which is overwritten as soon as the visitor returns,
//   and freed;
// - rows of a scan come in pieces, with waits between them;
// - the moment of a snapshot is that of its first read, not that of its call;
// - a commit may end as the script says.
// REQUIRES: all calls are made on an executor, as sync_wait does; nobody waits when it ends.
// THREADS: as Engine.
class SuspendingEngine final : public engine::Engine {
 public:
  explicit SuspendingEngine(std::unique_ptr<engine::Engine> sound, SuspendingOptions options = {});

  // What becomes of the next commits with writes, one after the other; then they are answered.
  void script(std::deque<CommitFate> fates);

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override;
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override;
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override;
  const engine::Limits& limits() const override { return sound_->limits(); }
  engine::Abilities abilities() override { return sound_->abilities(); }
  std::unique_ptr<engine::View> snapshot() const override;
  using Engine::begin;
  std::unique_ptr<engine::Transaction> begin(MonotonicTime deadline) override;
  Task<Status> erase_range(ByteView begin, ByteView end) override;
  engine::WriteAvailability write_availability() const override {
    return sound_->write_availability();
  }
  std::string read_trouble() const override { return sound_->read_trouble(); }

 private:
  class Snapshot;
  class SuspendingTransaction;

  Task<Status> scan_in_pieces(const engine::View& moment, engine::Range rest,
                              engine::RowVisitor visit) const;
  CommitFate next_fate();

  const std::unique_ptr<engine::Engine> sound_;
  const SuspendingOptions options_;
  std::mutex mutex_;
  std::deque<CommitFate> fates_;  // Guarded by mutex_.
  mutable Ferry ferry_;
};

}  // namespace partita::testing
