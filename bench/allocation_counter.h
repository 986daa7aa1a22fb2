#pragma once

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

// Counts what a benchmark allocates. Replaces operator new for the whole program, so one source of
// it includes this, once.
namespace partita {

inline std::atomic<std::uint64_t> allocation_count{0};

// Counts from its making to its end, and gives the benchmark the average.
class AllocationCounter {
 public:
  explicit AllocationCounter(benchmark::State& state)
      : state_(state), start_(allocation_count.load()) {}
  ~AllocationCounter() {
    const auto count = static_cast<double>(allocation_count.load() - start_);
    state_.counters["allocations"] = count / static_cast<double>(state_.iterations());
  }
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

 private:
  benchmark::State& state_;
  std::uint64_t start_;
};

}  // namespace partita

// NOLINTBEGIN: replacing these is how allocations are counted. Inlined, they would look mismatched
// to the compiler.
[[gnu::noinline]] void* operator new(std::size_t size) {
  partita::allocation_count.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
// NOLINTEND
