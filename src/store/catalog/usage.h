#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "partita/base/mutex.h"
#include "store/keys/key_space.h"

namespace partita::catalog {

// What tables, or indexes, were used for.
struct Used {
  double read_units = 0;  // As DynamoDB would count them, whether or not a client asks for them.
  double write_units = 0;
  std::uint64_t throttled_reads = 0;  // Requests that were refused for want of capacity.
  std::uint64_t throttled_writes = 0;
  std::uint64_t expired_items = 0;  // Deleted because their time to live was over.

  Used& operator+=(const Used& other);
  friend bool operator==(const Used&, const Used&) = default;
};

// What all tables and indexes were used for since the program has started, for metrics: nothing is
// stored, and nothing is decided by it.
// THREADS: safe for concurrent calls. add only meets those that share the thread's own shard.
class Usage {
 public:
  // A table, or one of its indexes; the table itself is IndexId::Base.
  using Subject = std::pair<keys::TableId, keys::IndexId>;

  void add(keys::TableId table, keys::IndexId index, const Used& change);
  void read(keys::TableId table, double units, keys::IndexId index = keys::IndexId::Base) {
    add(table, index, {.read_units = units});
  }

  // All of it so far. Never gets less, but for what was forgotten.
  std::map<Subject, Used> sums();
  // The table, or all of an index, is gone: its sum becomes a part of that of all that is gone.
  void forget(const Subject& subject);
  Used gone() const;

  // Items whose time is over have been looked for: so late was the first of them. Zero: there was
  // none.
  void note_expiry_lag(std::chrono::seconds lag) { expiry_lag_ = lag; }
  std::chrono::seconds expiry_lag() const { return expiry_lag_; }

 private:
  static constexpr std::size_t kShards = 64;
  struct alignas(64) Shard {
    Mutex mutex;
    std::unordered_map<std::uint64_t, Used> changes PARTITA_GUARDED_BY(mutex);
  };

  void gather() PARTITA_REQUIRES(mutex_);

  std::array<Shard, kShards> shards_;
  mutable Mutex mutex_;  // Before that of a shard.
  std::map<Subject, Used> totals_ PARTITA_GUARDED_BY(mutex_);
  Used gone_ PARTITA_GUARDED_BY(mutex_);
  std::atomic<std::chrono::seconds> expiry_lag_{std::chrono::seconds(0)};
};

}  // namespace partita::catalog
