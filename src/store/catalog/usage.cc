#include "store/catalog/usage.h"

namespace partita::catalog {
namespace {

std::uint64_t packed(keys::TableId table, keys::IndexId index) {
  return static_cast<std::uint64_t>(table) << 16 | static_cast<std::uint64_t>(index);
}

Usage::Subject unpacked(std::uint64_t subject) {
  return {keys::TableId{static_cast<std::uint32_t>(subject >> 16)},
          keys::IndexId{static_cast<std::uint16_t>(subject)}};
}

// Threads take the shards in turn.
std::size_t shard_of_this_thread() {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t number = threads.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

Used& Used::operator+=(const Used& other) {
  read_units += other.read_units;
  write_units += other.write_units;
  throttled_reads += other.throttled_reads;
  throttled_writes += other.throttled_writes;
  expired_items += other.expired_items;
  return *this;
}

void Usage::add(keys::TableId table, keys::IndexId index, const Used& change) {
  Shard& shard = shards_[shard_of_this_thread() % kShards];
  const MutexLock lock(shard.mutex);
  shard.changes[packed(table, index)] += change;
}

// What was gathered stays in its place with zeros, so that the next add allocates nothing; unless
// many tables have come and gone.
void Usage::gather() {
  constexpr std::size_t kKeptPlacesMax = 1'024;
  for (Shard& shard : shards_) {
    const MutexLock lock(shard.mutex);
    for (auto& [subject, change] : shard.changes) {
      if (change == Used{}) continue;
      totals_[unpacked(subject)] += change;
      change = {};
    }
    if (shard.changes.size() > kKeptPlacesMax) shard.changes.clear();
  }
}

std::map<Usage::Subject, Used> Usage::sums() {
  const MutexLock lock(mutex_);
  gather();
  return totals_;
}

void Usage::forget(const Subject& subject) {
  const MutexLock lock(mutex_);
  const auto found = totals_.find(subject);
  if (found == totals_.end()) return;
  gone_ += found->second;
  totals_.erase(found);
}

Used Usage::gone() const {
  const MutexLock lock(mutex_);
  return gone_;
}

}  // namespace partita::catalog
