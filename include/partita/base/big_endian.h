#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "partita/base/bytes.h"
#include "partita/base/check.h"

// Integers as they are stored and hashed: big-endian, in exactly as many bytes as their type has,
// so that unsigned ones sort as bytes in the order of the numbers. All formats on disk use these.

namespace partita {

// An integer, or an enumeration or id made of one. A bool is not one: its size is not fixed.
template <typename T>
concept FixedWidth = (std::integral<T> && !std::same_as<T, bool>) || std::is_enum_v<T>;

template <FixedWidth T>
constexpr std::array<char, sizeof(T)> big_endian(T value) {
  auto wide = static_cast<std::uint64_t>(value);
  std::array<char, sizeof(T)> bytes{};
  for (std::size_t i = sizeof(T); i > 0; wide >>= 8) bytes[--i] = static_cast<char>(wide);
  return bytes;
}

template <FixedWidth T>
void append_integer(Bytes& bytes, T value) {
  const auto stored = big_endian(value);
  bytes.append(stored.data(), stored.size());
}

// bytes := length:u32 byte[length]      REQUIRES: `part` has less than 4 GiB.
inline void append_with_length(Bytes& bytes, ByteView part) {
  append_integer(bytes, static_cast<std::uint32_t>(part.size()));
  bytes.append(part);
}

// Reads fields back from the front, one after another.
// REQUIRES: what is asked for is there; a caller that reads stored bytes asks has() before.
class ByteReader {
 public:
  explicit ByteReader(ByteView bytes) : rest_(bytes) {}

  // Whether at least `count` bytes are left.
  bool has(std::size_t count) const { return count <= rest_.size(); }

  template <FixedWidth T>
  T integer() {
    std::uint64_t wide = 0;
    for (const char byte : bytes(sizeof(T))) wide = wide << 8 | static_cast<unsigned char>(byte);
    return static_cast<T>(wide);
  }

  // The next bytes, as a view into what is read.
  ByteView bytes(std::size_t count) {
    PARTITA_CHECK(has(count));
    const ByteView taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  // Everything that is not read yet.
  ByteView rest() const { return rest_; }

 private:
  ByteView rest_;
};

}  // namespace partita
