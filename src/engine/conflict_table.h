#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "partita/base/bytes.h"

namespace partita::engine {

// A key that a transaction has read, and the newest commit that the read can have seen.
struct TrackedRead {
  std::uint64_t key_hash;
  std::uint64_t seen_at;
};

// Records when keys were last written. Many keys share one slot (by their hash), which has the
// number of the last commit that wrote one of them. So there may be false conflicts between keys
// that share a slot (the transaction is retried, nothing is lost), but real conflicts are never
// missed. Absent keys are tracked like present ones. Memory is constant, and there is no lock.
// THREADS: one writer at a time; readers at any time.
class ConflictTable {
 public:
  ConflictTable();

  static std::uint64_t hash(ByteView key);

  // Records that commit number `commit` writes a key. REQUIRES: commit numbers only grow, and the
  // call comes before the write is visible.
  void wrote(std::uint64_t key_hash, std::uint64_t commit);

  // As `wrote`, for all keys.
  void wrote_everything(std::uint64_t commit);

  // Whether the key may have been written by a commit after number `commit`.
  bool written_after(std::uint64_t key_hash, std::uint64_t commit) const;
  // Whether no key may have been written since it was read.
  bool hold(std::span<const TrackedRead> reads) const;

 private:
  struct Free {
    void operator()(std::uint64_t* slots) const { std::free(slots); }
  };

  std::unique_ptr<std::uint64_t[], Free> slots_;
  std::atomic<std::uint64_t> everything_written_ = 0;
};

}  // namespace partita::engine
