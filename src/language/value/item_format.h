#pragma once

// How items are stored.
//
//   item    := version:u8 member*                  to the end of the bytes
//   member  := name:string value                   names ascending by bytes, each once
//   value   := tag:u8 body
//   body    := string                              S, B
//            | number                              N
//            |                                     FALSE, TRUE, NULL
//            | content_bytes:varint value*         L
//            | content_bytes:varint member*        M
//            | content_bytes:varint string+        SS, BS; ascending by bytes, each once
//            | content_bytes:varint number+        NS; ascending by value, each once
//   string  := bytes:varint byte*                  UTF-8 in names, S and SS
//   number  := head:u8 exponent:varint? coefficient:byte*
//   varint  := seven bits a byte, the lowest first, 0x80 on all but the last; shortest form
//
// A number is sign * coefficient * 10^exponent in Number's normal form. Its head holds
// 0x80: negative, 0x40: an exponent follows (it is zero otherwise), 0x1F: how many bytes the
// coefficient has, little-endian without leading zeros. The exponent is zigzag: 0, -1, 1, -2, ...
//
// Each value has exactly one encoding: two values are equal if and only if their bytes are. Every
// container begins with its length, so that skipping it takes constant time.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/value/number.h"

namespace partita::item_format {

inline constexpr char kVersion = 1;  // DO NOT CHANGE: stored.

enum class TypeTag : std::uint8_t {  // DO NOT CHANGE: stored.
  S = 1,
  N = 2,
  B = 3,
  False = 4,
  True = 5,
  Null = 6,
  L = 7,
  M = 8,
  SS = 9,
  NS = 10,
  BS = 11,
};

inline constexpr std::uint8_t kNegative = 0x80;          // DO NOT CHANGE: stored.
inline constexpr std::uint8_t kHasExponent = 0x40;       // DO NOT CHANGE: stored.
inline constexpr std::uint8_t kReserved = 0x20;          // DO NOT CHANGE: stored, always zero.
inline constexpr std::uint8_t kCoefficientBytes = 0x1F;  // DO NOT CHANGE: stored.

inline std::uint8_t byte_at(const char* at) { return static_cast<std::uint8_t>(*at); }

// Whether `left` < `right` in the order of names and sets. Neighbours usually differ in their first
// byte, which is compared without a call.
inline bool comes_before(std::string_view left, std::string_view right) {
  if (!left.empty() && !right.empty() && left.front() != right.front()) {
    return byte_at(left.data()) < byte_at(right.data());
  }
  return left < right;
}

// Writing: each appends one rule of the grammar.

void append_varint(Bytes& bytes, std::size_t value);
void append_number(Bytes& bytes, const Number& number);

inline void append_string(Bytes& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  bytes.append(text);
}

inline void append_tag(Bytes& bytes, TypeTag tag) { bytes.push_back(static_cast<char>(tag)); }

// Content whose length is known only behind it: open_content returns where it begins, and
// close_content puts the length in front of all that was appended since.
std::size_t open_content(Bytes& bytes);
void close_content(Bytes& bytes, std::size_t content_start);

// Reading: each takes one rule of the grammar and moves `at` behind it.
// REQUIRES: `at` is in an encoding that the validator accepted.

inline std::size_t read_varint(const char*& at) {
  std::size_t value = byte_at(at++);
  if (value < 0x80) return value;
  value &= 0x7F;
  for (int shift = 7;; shift += 7) {
    const std::size_t byte = byte_at(at++);
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
}

inline std::string_view read_string(const char*& at) {
  const std::size_t size = read_varint(at);
  const std::string_view text(at, size);
  at += size;
  return text;
}

inline int decode_exponent(std::size_t zigzag) {
  const int half = static_cast<int>(zigzag >> 1);
  return (zigzag & 1) == 0 ? half : -half - 1;
}

inline Uint128 read_coefficient(const char* at, std::size_t bytes) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  for (std::size_t i = bytes; i > 8; --i) high = high << 8 | byte_at(at + i - 1);
  for (std::size_t i = bytes < 8 ? bytes : 8; i > 0; --i) low = low << 8 | byte_at(at + i - 1);
  return Uint128{high} << 64 | low;
}

inline Number read_number(const char*& at) {
  const std::uint8_t head = byte_at(at++);
  const int exponent = (head & kHasExponent) != 0 ? decode_exponent(read_varint(at)) : 0;
  const std::size_t bytes = head & kCoefficientBytes;
  const Uint128 coefficient = read_coefficient(at, bytes);
  at += bytes;
  return Number::from_normal((head & kNegative) != 0, coefficient, exponent);
}

inline void skip_number(const char*& at) {
  const std::uint8_t head = byte_at(at++);
  if ((head & kHasExponent) != 0) read_varint(at);
  at += head & kCoefficientBytes;
}

inline void skip_value(const char*& at) {
  switch (static_cast<TypeTag>(byte_at(at++))) {
    case TypeTag::False:
    case TypeTag::True:
    case TypeTag::Null:
      return;
    case TypeTag::N:
      return skip_number(at);
    default:
      read_string(at);  // A container's content skips as a string does.
  }
}

}  // namespace partita::item_format
