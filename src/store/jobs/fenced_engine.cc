#include "store/jobs/fenced_engine.h"

#include <array>

#include "engine/read_one.h"

namespace partita::jobs {
namespace {

Error lost() { return Error::unavailable("another server does this work now"); }

class FencedTransaction final : public engine::Transaction {
 public:
  FencedTransaction(std::unique_ptr<engine::Transaction> below, std::shared_ptr<HeldLease> lease)
      : below_(std::move(below)), lease_(std::move(lease)), fence_(lease_->fence()) {}

  Task<Status> scan(const engine::Range& range, engine::RowVisitor visit) override {
    return below_->scan(range, visit);
  }

  Task<Status> commit() override {
    if (writes_.is_empty()) co_return co_await below_->commit();
    if (!fence_) co_return lost();
    bool is_held = false;
    const std::array<ByteView, 1> wanted{lease_->key()};
    const auto compare = [&](std::size_t, std::optional<ByteView> row) {
      is_held = row && row->starts_with(*fence_);
    };
    Status read = co_await below_->get(wanted, compare);
    CO_TRY(read);
    if (!is_held) {
      lease_->lose(*fence_);
      co_return lost();
    }
    hand_over();
    co_return co_await below_->commit();
  }

 private:
  Task<Status> read(std::span<const ByteView> keys, engine::ValueVisitor visit,
                    std::size_t unchecked) override {
    const auto with_own_writes = [&](std::size_t index, std::optional<ByteView> stored) {
      const auto* own = writes_.find(keys[index]);
      if (own == nullptr) return visit(index, stored);
      visit(index, own->value ? std::optional<ByteView>(*own->value) : std::nullopt);
    };
    co_return co_await below_->get(keys, with_own_writes, unchecked);
  }

  void hand_over() {
    writes_.only_frees_space() ? below_->frees_space() : below_->takes_space();
    for (auto& write : writes_.take()) {
      if (write.is_merged) {
        below_->merge(std::move(write.key), std::move(*write.value));
      } else if (write.is_appended) {
        below_->append(std::move(write.key), std::move(*write.value));
      } else if (write.value) {
        below_->put(std::move(write.key), std::move(*write.value));
      } else {
        below_->erase(std::move(write.key));
      }
    }
  }

  const std::unique_ptr<engine::Transaction> below_;
  const std::shared_ptr<HeldLease> lease_;
  const std::optional<Bytes> fence_;  // As it was when this began.
};

}  // namespace

std::optional<Bytes> HeldLease::fence() const {
  const MutexLock lock(mutex_);
  return fence_;
}

void HeldLease::set(std::optional<Bytes> fence) {
  const MutexLock lock(mutex_);
  fence_ = std::move(fence);
}

void HeldLease::lose(const Bytes& fence) {
  const MutexLock lock(mutex_);
  if (fence_ == fence) fence_.reset();
}

std::unique_ptr<engine::Transaction> FencedEngine::begin(MonotonicTime deadline) {
  return std::make_unique<FencedTransaction>(engine_.begin(deadline), lease_);
}

Task<Status> FencedEngine::erase_range(ByteView begin, ByteView end) {
  const auto fence = lease_->fence();
  if (!fence) co_return lost();
  auto row = co_await engine::read_one(engine_, lease_->key());
  CO_TRY(row);
  if (!*row || !(*row)->starts_with(*fence)) {
    lease_->lose(*fence);
    co_return lost();
  }
  co_return co_await engine_.erase_range(begin, end);
}

}  // namespace partita::jobs
