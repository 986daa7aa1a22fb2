#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "keys/key_hash.h"
#include "keys/key_space.h"
#include "partita/base/bytes.h"
#include "partita/base/check.h"

namespace partita::keys {

// An unsigned integer, or an id made of one: stored big-endian in as many bytes as its type has.
template <typename T>
concept FixedWidth = std::unsigned_integral<T> || std::is_enum_v<T>;

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
    auto wide = static_cast<std::uint64_t>(value);
    std::array<char, sizeof(T)> big_endian;
    for (std::size_t i = sizeof(T); i > 0; wide >>= 8) big_endian[--i] = static_cast<char>(wide);
    return bytes({big_endian.data(), big_endian.size()});
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
class KeyReader {
 public:
  explicit KeyReader(ByteView key) : rest_(key) {}

  template <FixedWidth T>
  T integer() {
    std::uint64_t wide = 0;
    for (const char byte : bytes(sizeof(T))) wide = wide << 8 | static_cast<unsigned char>(byte);
    return static_cast<T>(wide);
  }

  KeyHash hash() {
    KeyHash hash;
    bytes(KeyHash::kBytes).copy(hash.bytes.data(), KeyHash::kBytes);
    return hash;
  }

  ByteView bytes(std::size_t count) {
    PARTITA_CHECK(count <= rest_.size());
    const ByteView taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  ByteView rest() const { return rest_; }

 private:
  ByteView rest_;
};

}  // namespace partita::keys
