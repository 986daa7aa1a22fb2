#pragma once

#include <cstddef>
#include <utility>

// Memory that is set aside for code which cannot handle a failed allocation. Most of our code can:
// std::bad_alloc ends one request. RocksDB cannot: an exception in the middle of a step ends the
// process. So an allocation that fails
//   - throws std::bad_alloc on a thread that has asked for it (AllocationFailure::Throws);
//   - takes from the reserve everywhere else, RocksDB's own threads included. Until the reserve is
//     whole again, code that can refuse new work refuses it (is_whole).
namespace partita {

class MemoryReserve {
 public:
  // Reserves address space, which uses no memory until it is needed, and from now on handles failed
  // allocations of this process. REQUIRES: called once, before other threads are started.
  static void open(std::size_t bytes);
  // Whether no part of it has been used, or it was never opened.   THREADS: safe.
  static bool is_whole();
  // Restores the used part of the reserve, if the system has enough memory.   THREADS: safe.
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
