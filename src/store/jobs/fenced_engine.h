#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::jobs {

// A lease that this server holds: the row of the lane, and its content when it was taken.
// THREADS: safe for concurrent calls.
class HeldLease {
 public:
  explicit HeldLease(Bytes key) : key_(std::move(key)) {}

  const Bytes& key() const { return key_; }
  // The bytes with which the row must begin; nullopt: not held.
  std::optional<Bytes> fence() const;
  void set(std::optional<Bytes> fence);
  // Marks the lease as lost, if it was held with this fence.
  void lose(const Bytes& fence);

 private:
  const Bytes key_;
  mutable Mutex mutex_;
  std::optional<Bytes> fence_ PARTITA_GUARDED_BY(mutex_);
};

// The engine for work under a lease. A transaction that writes also reads the lease as a tracked
// key. So work that was begun under a lease can never commit after another server has taken the
// lease. Reads are not affected.
// THREADS: as Engine.
class FencedEngine final : public engine::Engine {
 public:
  // REQUIRES: the engine outlives this.
  FencedEngine(engine::Engine& engine, std::shared_ptr<HeldLease> lease)
      : engine_(engine), lease_(std::move(lease)) {}

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override {
    return engine_.get(keys, visit);
  }
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override {
    return engine_.scan(range, visit);
  }
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override {
    return engine_.read_log(range, visit);
  }
  const engine::Limits& limits() const override { return engine_.limits(); }
  engine::Abilities abilities() override { return engine_.abilities(); }
  std::unique_ptr<engine::View> snapshot() const override { return engine_.snapshot(); }
  // ERRORS of a commit with writes: Unavailable if the lease is not held.
  std::unique_ptr<engine::Transaction> begin(MonotonicTime deadline) override;
  // Checks the lease before erasing, but not atomically: the caller must make sure that it does no
  // harm if another server erases the same range.
  // ERRORS: Unavailable if the lease is not held.
  Task<Status> erase_range(ByteView begin, ByteView end) override;
  engine::WriteAvailability write_availability() const override {
    return engine_.write_availability();
  }
  std::string read_trouble() const override { return engine_.read_trouble(); }

 private:
  engine::Engine& engine_;
  const std::shared_ptr<HeldLease> lease_;
};

}  // namespace partita::jobs
