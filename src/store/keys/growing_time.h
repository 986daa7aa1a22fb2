#pragma once

#include <atomic>
#include <cstdint>

namespace partita::keys {

// Times for names that begin with one: each is later than the one before, so that what this program
// names within one millisecond is listed in the order in which it was made. They are ahead of the
// clock by as many milliseconds as it takes; if it is set back by more than a second, they follow
// it. THREADS: safe for concurrent calls.
class GrowingTime {
 public:
  // In milliseconds, as `now` is: `now` if that is later than the last one.
  std::int64_t next(std::int64_t now) {
    constexpr std::int64_t kAheadMax = 1000;
    std::int64_t last = last_.load();
    for (;;) {
      const bool is_ahead = last >= now && last - now <= kAheadMax;
      const std::int64_t time = is_ahead ? last + 1 : now;
      if (last_.compare_exchange_weak(last, time)) return time;
    }
  }

 private:
  std::atomic<std::int64_t> last_ = 0;
};

}  // namespace partita::keys
