#include "partita/base/memory_reserve.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <new>

namespace partita {
namespace {

// Used one by one, so that a single failure does not take all.
constexpr std::size_t kBlocks = 4;

struct Reserve {
  std::size_t block_bytes = 0;
  std::array<std::atomic<void*>, kBlocks> blocks{};
  std::atomic<std::size_t> missing{0};
};

Reserve& reserve() {
  static Reserve the_one;
  return the_one;
}

void* map_block(std::size_t bytes) {
  void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? nullptr : block;
}

// Gives one block back to the system. False if there is none left.
bool use_block() {
  for (auto& place : reserve().blocks) {
    void* block = place.exchange(nullptr);
    if (block == nullptr) continue;
    reserve().missing.fetch_add(1);
    ::munmap(block, reserve().block_bytes);
    return true;
  }
  return false;
}

// After it has returned, the allocation is tried again.
void on_failed_allocation() {
  if (t_allocation_failure == AllocationFailure::Throws || !use_block()) throw std::bad_alloc();
}

}  // namespace

constinit thread_local AllocationFailure t_allocation_failure = AllocationFailure::DrawsOnReserve;

void MemoryReserve::open(std::size_t bytes) {
  reserve().block_bytes = bytes / kBlocks;
  reserve().missing = kBlocks;
  refill();
  std::set_new_handler(on_failed_allocation);
}

bool MemoryReserve::is_whole() { return reserve().missing.load(std::memory_order_relaxed) == 0; }

void MemoryReserve::refill() {
  if (is_whole()) return;
  for (auto& place : reserve().blocks) {
    if (place.load() != nullptr) continue;
    void* block = map_block(reserve().block_bytes);
    if (block == nullptr) return;
    void* none = nullptr;
    if (place.compare_exchange_strong(none, block)) {
      reserve().missing.fetch_sub(1);
    } else {
      ::munmap(block, reserve().block_bytes);  // Another thread was faster.
    }
  }
}

}  // namespace partita
