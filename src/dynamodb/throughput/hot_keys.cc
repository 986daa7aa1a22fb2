#include "dynamodb/throughput/hot_keys.h"

#include <functional>

namespace partita::throughput {
namespace {

TokenBucket::Pace pace_of_partition(Use use) {
  const double units = use == Use::Read ? kPartitionReadUnits : kPartitionWriteUnits;
  return {.units_per_second = units, .units_kept_max = units};
}

}  // namespace

// Reads have the even slots and writes the odd ones, so that a slot keeps its pace.
TokenBucket& HotKeys::bucket_of(Use use, ByteView partition, MonotonicTime now) {
  if (slots_.empty()) slots_.resize(kSlots);
  const std::size_t pair = std::hash<ByteView>()(partition) % (kSlots / 2);
  TokenBucket& bucket = slots_[pair * 2 + (use == Use::Write ? 1 : 0)];
  bucket.fill(now, pace_of_partition(use));
  return bucket;
}

bool HotKeys::has_any(Use use, ByteView partition, MonotonicTime now) {
  return bucket_of(use, partition, now).has_any();
}

void HotKeys::take(Use use, ByteView partition, MonotonicTime now, double units) {
  bucket_of(use, partition, now).take(units);
}

}  // namespace partita::throughput
