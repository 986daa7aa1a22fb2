#include "engine/conflict_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "partita/base/check.h"

namespace partita::engine {
namespace {

// 8 MB once all of it is used. calloc, because pages that were never written to cost nothing.
constexpr std::size_t kSlots = std::size_t{1} << 20;

std::uint64_t* allocate_slots() {
  auto* slots = static_cast<std::uint64_t*>(std::calloc(kSlots, sizeof(std::uint64_t)));
  PARTITA_CHECK(slots != nullptr);
  return slots;
}

}  // namespace

ConflictTable::ConflictTable() : slots_(allocate_slots()) {}

std::uint64_t ConflictTable::hash(ByteView key) { return XXH3_64bits(key.data(), key.size()); }

void ConflictTable::wrote(std::uint64_t key_hash, std::uint64_t commit) {
  std::atomic_ref(slots_[key_hash % kSlots]).store(commit, std::memory_order_release);
}

void ConflictTable::wrote_everything(std::uint64_t commit) {
  everything_written_.store(commit, std::memory_order_release);
}

bool ConflictTable::written_after(std::uint64_t key_hash, std::uint64_t commit) const {
  if (everything_written_.load(std::memory_order_acquire) > commit) return true;
  return std::atomic_ref(slots_[key_hash % kSlots]).load(std::memory_order_acquire) > commit;
}

bool ConflictTable::hold(std::span<const TrackedRead> reads) const {
  return std::none_of(reads.begin(), reads.end(), [this](const TrackedRead& read) {
    return written_after(read.key_hash, read.seen_at);
  });
}

}  // namespace partita::engine
