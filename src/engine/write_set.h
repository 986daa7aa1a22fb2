#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::engine {

struct Limits;

// What a stored value and an operand make together; nullopt: no row. Pure, and the order in which
// operands come does not matter.
using Combine = std::optional<Bytes> (*)(std::optional<ByteView> stored, ByteView operand);

// Which keys are merged (Transaction::merge), and how; null: the key is put and erased. Pure. An
// engine is given it when it is opened, so that it can fold operands at any time, also when nobody
// is there to tell it how.
// REQUIRES: no merged key is the beginning of another.
using KeyKinds = Combine (*)(ByteView key);

// For a store in which nothing is merged.
inline Combine no_merged_keys(ByteView /*key*/) { return nullptr; }

// Puts the stamp of an append behind its prefix: big-endian, so that keys sort by it.
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

    // Of the key as it will be stored.
    std::size_t key_bytes() const;
  };

  void put(Bytes key, Bytes value);
  void erase(Bytes key);
  void merge(Bytes key, Bytes operand);
  void append(Bytes prefix, Bytes value);
  void clear();
  // What the writes do to the space that data take (Transaction::frees_space).
  void note_freed() { has_freed_ = true; }
  void note_taken() { has_taken_ = true; }

  bool is_empty() const { return writes_.empty(); }
  std::size_t size_bytes() const { return size_bytes_; }
  // Erasures alone need not be said to free space.
  bool only_frees_space() const { return !has_taken_ && (has_freed_ || !has_values_); }
  const std::vector<Write>& writes() const { return writes_; }
  // Hands over the writes and is empty afterwards.
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
