#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::engine {

struct Limits;

// Combines a stored value with an operand; nullopt means that there is no row. A pure function,
// whose result does not depend on the order of several operands.
using Combine = std::optional<Bytes> (*)(std::optional<ByteView> stored, ByteView operand);

// Returns how a key is merged (Transaction::merge), or null for a key that is put and erased. A
// pure function. An engine gets it when it is opened, so that it can combine operands at any time,
// for example in the background. REQUIRES: no merged key is a prefix of another one.
using KeyKinds = Combine (*)(ByteView key);

// For a store without merged keys.
inline Combine no_merged_keys(ByteView /*key*/) { return nullptr; }

// Appends the stamp of a log entry to its prefix, big-endian, so that keys sort by stamps.
void append_stamp(Bytes& prefix, std::uint64_t stamp);

// The kind of a key that is merged. REQUIRES: it is a merged key.
Combine merged_kind(KeyKinds kinds, ByteView key);

// The buffered writes of a transaction, in the order they were made.
class WriteSet {
 public:
  struct Write {
    Bytes key;
    std::optional<Bytes> value;  // None: the key is erased.
    // Set: `value` is an operand, and the row becomes what the key's kind makes of it.
    bool is_merged = false;
    // Set: `key` is a prefix, and the commit puts a stamp behind it.
    bool is_appended = false;

    // The size of the key in the store.
    std::size_t key_bytes() const;
  };

  void put(Bytes key, Bytes value);
  void erase(Bytes key);
  void merge(Bytes key, Bytes operand);
  void append(Bytes prefix, Bytes value);
  void clear();
  // Whether the writes free or take disk space (Transaction::frees_space).
  void note_freed() { has_freed_ = true; }
  void note_taken() { has_taken_ = true; }

  bool is_empty() const { return writes_.empty(); }
  std::size_t size_bytes() const { return size_bytes_; }
  // Transactions that only erase count as freeing space without note_freed.
  bool only_frees_space() const { return !has_taken_ && (has_freed_ || !has_values_); }
  const std::vector<Write>& writes() const { return writes_; }
  // Returns the writes; the set is empty afterwards.
  std::vector<Write> take();

  // The last write to the key, or null if there is none. Merges and appends do not count.
  const Write* find(ByteView key) const;

  // ERRORS: TooLarge, naming the limit and what is over it.
  Status check(const Limits& limits) const;

 private:
  void add(Write write);

  std::vector<Write> writes_;
  std::size_t size_bytes_ = 0;
  bool has_freed_ = false;
  bool has_taken_ = false;
  bool has_values_ = false;
};

}  // namespace partita::engine
