#pragma once

#include <cstddef>
#include <vector>

#include "dynamodb/throughput/token_bucket.h"
#include "dynamodb/throughput/used_part.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"

namespace partita::throughput {

// AWS: no partition gives more in a second, whatever its table is provisioned with
// (bp-partition-key-design). Ours: a partition key is a partition, because AWS, too, splits them
// until a hot key is alone.
inline constexpr double kPartitionReadUnits = 3'000;
inline constexpr double kPartitionWriteUnits = 1'000;

// How much each partition key has been asked for lately. Of bounded size: two keys that share a
// slot share its limit. THREADS: one thread at a time.
class HotKeys {
 public:
  // Whether the partition has anything left. REQUIRES: times do not go back.
  bool has_any(Use use, ByteView partition, MonotonicTime now);
  void take(Use use, ByteView partition, MonotonicTime now, double units);

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 14;

  TokenBucket& bucket_of(Use use, ByteView partition, MonotonicTime now);

  std::vector<TokenBucket> slots_;  // Made with the first key.
};

}  // namespace partita::throughput
