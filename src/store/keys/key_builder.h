#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

#include "partita/base/big_endian.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_space.h"

namespace partita::keys {

// Appends the fields of a key, one after another, into one allocation.
class KeyBuilder {
 public:
  // `key_bytes` is the expected length of the whole key.
  KeyBuilder(Space space, std::size_t key_bytes) {
    key_.reserve(key_bytes);
    integer(space);
  }

  template <FixedWidth T>
  KeyBuilder& integer(T value) {
    static_assert(!std::signed_integral<T>, "negative numbers would sort behind positive ones");
    append_integer(key_, value);
    return *this;
  }

  KeyBuilder& hash(const KeyHash& hash) { return bytes(hash.view()); }

  KeyBuilder& bytes(ByteView bytes) {
    key_.append(bytes);
    return *this;
  }

  // The key so far, to append to it what has a function of its own.
  Bytes& key() { return key_; }
  Bytes take() { return std::move(key_); }

 private:
  Bytes key_;
};

// Reads the fields back. REQUIRES: the caller has checked that the key is long enough.
class KeyReader : public ByteReader {
 public:
  using ByteReader::ByteReader;

  KeyHash hash() {
    KeyHash hash;
    bytes(KeyHash::kBytes).copy(hash.bytes.data(), KeyHash::kBytes);
    return hash;
  }
};

}  // namespace partita::keys
