#include "wire/faults/kept_past.h"

#include <utility>

#include "partita/base/executor.h"

namespace partita::faults {
namespace {

// How long a reader waits before it asks again for a state that another one reads.
constexpr std::chrono::microseconds kLentPause{200};

}  // namespace

bool KeptPast::begins_taking(MonotonicTime now) {
  const MutexLock lock(mutex_);
  if (is_taking_ || (kept_ != nullptr && now < taken_at_ + age_)) return false;
  is_taking_ = true;
  return true;
}

Task<Status> KeptPast::keep_up(const engine::Engine& engine, MonotonicTime now) {
  if (!begins_taking(now)) co_return Status{};
  auto fresh = std::make_shared<Kept>();
  fresh->view = engine.snapshot();
  // A snapshot is of the moment of its first read.
  const ByteView first_key("\0", 1);
  const auto visit = [](std::size_t, std::optional<ByteView>) {};
  Status read = co_await fresh->view->get({&first_key, 1}, visit);
  const MutexLock lock(mutex_);
  is_taking_ = false;
  if (read.ok()) {
    kept_ = std::move(fresh);
    taken_at_ = now;
  }
  co_return read;
}

std::shared_ptr<KeptPast::Kept> KeptPast::kept() const {
  const MutexLock lock(mutex_);
  return kept_;
}

Task<std::shared_ptr<const engine::View>> KeptPast::lend() {
  for (;;) {
    auto kept = this->kept();
    if (kept == nullptr) co_return nullptr;
    if (!kept->is_lent.exchange(true, std::memory_order_acquire)) {
      const engine::View* view = kept->view.get();
      co_return std::shared_ptr<const engine::View>(view, [kept](const engine::View*) {
        kept->is_lent.store(false, std::memory_order_release);
      });
    }
    co_await pause(kLentPause);
  }
}

}  // namespace partita::faults
