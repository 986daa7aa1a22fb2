#pragma once

#include <cstddef>
#include <utility>

// Memory put aside for code that cannot bear a failed allocation. Most of ours can: it throws
// std::bad_alloc, which is the end of one request. RocksDB cannot: a step that was left in its
// middle is the end of the process. So an allocation that fails
//   - throws std::bad_alloc on a thread that has said that it bears it (AllocationFailure::Throws);
//   - draws on the reserve everywhere else, RocksDB's own threads included. Until the reserve
//     is whole again, code that can refuse new work refuses it (is_whole).
namespace partita {

class MemoryReserve {
 public:
  // Puts so much address space aside, which takes no memory until it is used, and from now on
  // decides what a failed allocation of this process does. To be called once, before other threads.
  static void open(std::size_t bytes);
  // Whether nothing of it has been used, or it was never opened.   THREADS: safe.
  static bool is_whole();
  // Puts aside again what was used, if the system has it.   THREADS: safe.
  static void refill();
};

enum class AllocationFailure { DrawsOnReserve, Throws };

extern constinit thread_local AllocationFailure t_allocation_failure;

// What a failed allocation does on this thread for a while.
class AllocationScope {
 public:
  explicit AllocationScope(AllocationFailure failure)
      : before_(std::exchange(t_allocation_failure, failure)) {}
  ~AllocationScope() { t_allocation_failure = before_; }
  AllocationScope(const AllocationScope&) = delete;
  AllocationScope& operator=(const AllocationScope&) = delete;

 private:
  const AllocationFailure before_;
};

}  // namespace partita
