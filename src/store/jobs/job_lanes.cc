#include <utility>

#include "store/jobs/jobs.h"

// Who keeps the jobs of a lane away: for a while (Hold), or to work in their place (Stay).

namespace partita::jobs {

Task<Jobs::Hold> Jobs::hold(std::string lane) {
  {
    const MutexLock lock(mutex_);
    ++held_lanes_[lane];
  }
  Hold held(*this, lane);
  while (true) {
    const std::uint64_t seen = turns();
    {
      const MutexLock lock(mutex_);
      if (!is_busy(lane)) break;
    }
    co_await turn_after(seen);
  }
  co_return held;
}

void Jobs::let_go(const std::string& lane) {
  const MutexLock lock(mutex_);
  const auto found = held_lanes_.find(lane);
  PARTITA_CHECK(found != held_lanes_.end() && found->second > 0);
  if (--found->second == 0) held_lanes_.erase(found);
  changed_.notify_all();
}

void Jobs::Hold::release() {
  if (jobs_ != nullptr) std::exchange(jobs_, nullptr)->let_go(lane_);
}

Jobs::Hold& Jobs::Hold::operator=(Hold&& other) noexcept {
  if (this == &other) return *this;
  release();
  jobs_ = std::exchange(other.jobs_, nullptr);
  lane_ = std::move(other.lane_);
  return *this;
}

Task<Jobs::Stay> Jobs::enter(std::string lane) {
  while (true) {
    const std::uint64_t seen = turns();
    {
      const MutexLock lock(mutex_);
      if (busy_lanes_.insert(lane).second) break;
    }
    co_await turn_after(seen);
  }
  co_return Stay(*this, std::move(lane));
}

Jobs::Stay::~Stay() {
  if (jobs_ != nullptr) jobs_->leave(lane_);
}

void Jobs::leave(const std::string& lane) {
  const MutexLock lock(mutex_);
  busy_lanes_.erase(lane);
  end_turn();
}

}  // namespace partita::jobs
