#include "partita/base/memory_budget.h"

#include "partita/base/check.h"

namespace partita {
namespace {

using namespace std::chrono_literals;

// How often a waiting caller looks again. It polls, so that giving memory back costs nothing more.
constexpr std::chrono::milliseconds kPause{5};

}  // namespace

// A place in the line.
class MemoryBudget::Turn {
 public:
  explicit Turn(MemoryBudget& budget) : budget_(budget) {
    const MutexLock lock(budget_.mutex_);
    number_ = budget_.next_turn_++;
    budget_.waiting_.insert(number_);
    budget_.waiting_count_.fetch_add(1, std::memory_order_relaxed);
  }
  ~Turn() {
    const MutexLock lock(budget_.mutex_);
    budget_.waiting_.erase(number_);
    budget_.waiting_count_.fetch_sub(1, std::memory_order_relaxed);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool has_come() const {
    const MutexLock lock(budget_.mutex_);
    return *budget_.waiting_.begin() == number_;
  }

 private:
  MemoryBudget& budget_;
  std::uint64_t number_ = 0;
};

Task<bool> MemoryBudget::take_in_turn(std::size_t bytes, std::chrono::milliseconds patience) {
  if (bytes > bytes_max_) co_return false;
  const Turn turn(*this);
  for (auto waited = 0ms; waited <= patience; waited += kPause) {
    if (turn.has_come() && take(bytes)) co_return true;
    co_await pause(kPause);
  }
  co_return false;
}

Task<bool> MemoryShare::fill_in_turn(std::size_t bytes, std::chrono::milliseconds patience) {
  PARTITA_CHECK(bytes_ == 0);
  const bool is_taken = co_await budget_.take_in_turn(bytes, patience);
  if (is_taken) bytes_ = bytes;
  co_return is_taken;
}

}  // namespace partita
