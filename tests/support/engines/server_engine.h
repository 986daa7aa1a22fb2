#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/engine.h"

namespace partita::testing {

// What one server has of a store that it shares with others in the same process: an engine over the
// common one. It can be killed: from then on nothing that this server does reaches the store, so
// what stands above may be destroyed without having closed anything, as after kill -9. It can also
// be paused before its commits, as a process that is stopped.   THREADS: as Engine.
class ServerEngine final : public engine::Engine {
 public:
  // What a server is made to do before each commit that writes; empty: nothing.
  using BeforeCommit = std::function<void()>;

  explicit ServerEngine(std::shared_ptr<engine::Engine> store) : store_(std::move(store)) {}

  void kill() { state_->is_dead = true; }
  void before_commit(BeforeCommit call) { state_->before_commit = std::move(call); }

  Task<Status> get(std::span<const ByteView> keys, engine::ValueVisitor visit) const override;
  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) const override;
  Task<Status> read_log(const engine::LogRange& range, engine::LogVisitor visit) const override;
  const engine::Limits& limits() const override { return store_->limits(); }
  engine::Abilities abilities() override { return {.is_shared = true}; }
  std::unique_ptr<engine::View> snapshot() const override { return store_->snapshot(); }
  std::unique_ptr<engine::Transaction> begin(MonotonicTime deadline) override;
  Task<Status> erase_range(ByteView begin, ByteView end) override;
  engine::WriteAvailability write_availability() const override { return {}; }

  // Of what was begun before, too.
  struct State {
    std::atomic<bool> is_dead{false};
    BeforeCommit before_commit;  // Set while nobody commits.
  };

 private:
  const std::shared_ptr<engine::Engine> store_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace partita::testing
