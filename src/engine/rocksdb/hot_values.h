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

// Values that were read lately, ready to be read again without a search through the store. That a
// key had none is held like a value: who looks for a key in vain often writes it next, and what was
// written is then held as well. What is held may be out of date: the finder says for each value, by
// the number of the commit up to which it is known to be right, whether it still is.
// Nobody ever waits here: what another thread is using at this moment counts as not held.
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
