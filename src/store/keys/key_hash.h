#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <span>

#include "partita/base/bytes.h"
#include "store/keys/key_value.h"

namespace partita::keys {

// The first 20 bytes of a SHA-256. Stands in a key for something of which only equality is ever
// asked. Cryptographic, because clients choose what is hashed; the stored value holds the original.
struct KeyHash {
  static constexpr std::size_t kBytes = 20;

  std::array<char, kBytes> bytes{};

  ByteView view() const { return {bytes.data(), bytes.size()}; }
  friend auto operator<=>(const KeyHash&, const KeyHash&) = default;
};

// Hashes the values of all partition attributes, in schema order; equal exactly for the same
// values of the same types in the same order. key_hash.cc has the grammar of what is hashed.
// THREADS: safe for concurrent calls.
KeyHash hash_partition(std::span<const KeyValue> values);
KeyHash hash_partition(const KeyValue& value);

// Hashes the bytes as they are.
KeyHash hash_bytes(ByteView bytes);

}  // namespace partita::keys
