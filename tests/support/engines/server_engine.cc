#include "support/engines/server_engine.h"

#include "support/engines/write_replay.h"

namespace partita::testing {
namespace {

Task<Status> dead() { return Task<Status>::ready(Error::unavailable("this server is dead")); }

class ServerTransaction final : public engine::Transaction {
 public:
  ServerTransaction(std::unique_ptr<engine::Transaction> sound,
                    std::shared_ptr<ServerEngine::State> state)
      : sound_(std::move(sound)), state_(std::move(state)) {}

  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) override {
    return state_->is_dead ? dead() : sound_->scan(range, visit);
  }
  Task<Status> commit() override {
    if (state_->is_dead) return dead();
    if (!writes_.is_empty()) {
      if (state_->before_commit) state_->before_commit();
      if (state_->is_dead) return dead();
      replay(writes_, *sound_);
    }
    return sound_->commit();
  }

 private:
  Task<Status> read(std::span<const ByteView> keys, engine::ValueVisitor visit,
                    std::size_t unchecked) override {
    if (state_->is_dead) co_return co_await dead();
    const auto with_own_writes = [&](std::size_t index, std::optional<ByteView> stored) {
      const auto* own = writes_.find(keys[index]);
      visit(index, own == nullptr ? stored : std::optional<ByteView>(own->value));
    };
    co_return co_await sound_->get(keys, with_own_writes, unchecked);
  }

  const std::unique_ptr<engine::Transaction> sound_;
  const std::shared_ptr<ServerEngine::State> state_;
};

}  // namespace

Task<Status> ServerEngine::get(std::span<const ByteView> keys, engine::ValueVisitor visit) const {
  return state_->is_dead ? dead() : store_->get(keys, visit);
}

Task<Status> ServerEngine::scan(const engine::Range& range, engine::RowVisitor visit) const {
  return state_->is_dead ? dead() : store_->scan(range, visit);
}

Task<Status> ServerEngine::read_log(const engine::LogRange& range, engine::LogVisitor visit) const {
  return state_->is_dead ? dead() : store_->read_log(range, visit);
}

std::unique_ptr<engine::Transaction> ServerEngine::begin(MonotonicTime deadline) {
  return std::make_unique<ServerTransaction>(store_->begin(deadline), state_);
}

Task<Status> ServerEngine::erase_range(ByteView begin, ByteView end) {
  return state_->is_dead ? dead() : store_->erase_range(begin, end);
}

}  // namespace partita::testing
