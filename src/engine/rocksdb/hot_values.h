#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>

#include "partita/base/bytes.h"
#include "partita/base/function_ref.h"

namespace partita::engine {

// A cache of values that were read lately. That a key is absent is cached like a value, because a
// key that was looked for and not found is often written next, and the new value then replaces the
// absence. A cached value may be out of date: each has the number of a commit after which it was
// right, and the caller of find decides by that number whether it still is.
// No call ever waits: a value that another thread is using at this moment counts as not cached.
// THREADS: safe for concurrent calls.
class HotValues {
 public:
  // Holds at most about so many bytes, keys and overhead included.
  explicit HotValues(std::uint64_t bytes_max);
  ~HotValues();
  HotValues(const HotValues&) = delete;
  HotValues& operator=(const HotValues&) = delete;

  using IsCurrent = FunctionRef<bool(std::uint64_t right_at)>;
  using Visitor = FunctionRef<void(std::optional<ByteView> value)>;

  // Whether a current value is held, or that there is none; if so, it was visited.
  bool find(ByteView key, std::uint64_t key_hash, IsCurrent is_current, Visitor visit);

  struct Counts {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t bytes = 0;
  };
  Counts counts() const;

  // Holds a value that was right after commit number `right_at`, if it is not too large.
  void keep(ByteView key, std::uint64_t key_hash, std::optional<ByteView> value,
            std::uint64_t right_at);

  // What commit number `right_at` has made of a key: replaces the value if the key is held, so that
  // what is hot stays so when it changes. No value: the key is gone.
  void refresh(ByteView key, std::uint64_t key_hash, std::optional<ByteView> value,
               std::uint64_t right_at);

 private:
  struct Slot;
  struct Shard;

  Shard& shard_of(std::uint64_t key_hash);
  std::span<Slot> set_of(Shard& shard, std::uint64_t key_hash);
  // Puts a row into a slot of the shard, in place of what is there.
  void fill(Shard& shard, Slot& slot, const Slot& row, ByteView key, std::optional<ByteView> value);

  const std::size_t sets_per_shard_;
  const std::size_t shard_bytes_max_;
  struct Free {
    void operator()(Slot* slots) const { std::free(slots); }
  };
  std::unique_ptr<Slot[], Free> slots_;
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace partita::engine
