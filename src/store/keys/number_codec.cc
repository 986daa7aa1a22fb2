#include "store/keys/number_codec.h"

#include <array>
#include <limits>
#include <span>

// number   := zero | positive | negative
// zero     := 80
// positive := C0 scale pair* last
// negative := 40 ~scale ~pair* ~last    every byte after the sign is complemented
// scale    := u8                        power of ten of the first digit, plus 130
// pair     := u8                        two digits d (00..99) with more to come: 2 * d + 1
// last     := u8                        the last two digits: 2 * d
//
// The digits start at the first that is not zero; an odd count gets a zero at its end. So the
// first pair is at least 10, the last is not 00, and there are at most 19 of them. 7 is C0 82 8C.
namespace partita::keys {
namespace {

using Byte = unsigned char;

// DO NOT CHANGE: stored.
constexpr Byte kNegative = 0x40;
constexpr Byte kZero = 0x80;
constexpr Byte kPositive = 0xC0;

constexpr std::size_t kHeadBytes = 2;
constexpr std::size_t kPairsMax = Number::kDigitsMax / 2;
static_assert(kHeadBytes + kPairsMax == kNumberBytesMax);
static_assert(Number::kMagnitudeMax - Number::kMagnitudeMin == 255, "the scale fills one byte");

Error damaged_number(const char* what) {
  return Error::corrupt(std::string("a number inside a key ") + what);
}

// Writes `count` pairs that end before `end`, each marked as having more after it.
void write_pairs_before(Byte* end, std::uint64_t digits, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    *--end = static_cast<Byte>(digits % 100 * 2 + 1);
    digits /= 100;
  }
}

// Divides in 128 bits only while the coefficient needs them: most numbers fit 64.
void write_pairs(std::span<Byte> pairs, Uint128 digits) {
  constexpr std::uint64_t kChunk = 1'000'000'000'000'000'000;
  constexpr std::size_t kChunkPairs = 9;
  std::size_t left = pairs.size();
  while (digits > std::numeric_limits<std::uint64_t>::max()) {
    const Uint128 above = digits / kChunk;
    const auto chunk = static_cast<std::uint64_t>(digits - above * kChunk);
    write_pairs_before(&pairs[0] + left, chunk, kChunkPairs);
    digits = above;
    left -= kChunkPairs;
  }
  write_pairs_before(&pairs[0] + left, static_cast<std::uint64_t>(digits), left);
  pairs.back() = static_cast<Byte>(pairs.back() - 1);
}

struct Digits {
  Uint128 coefficient = 0;
  std::size_t pairs = 0;
};

Result<Digits> take_pairs(ByteView& input, Byte flip) {
  Digits digits;
  for (bool more = true; more;) {
    if (input.empty()) return damaged_number("ends before its last digits");
    if (digits.pairs == kPairsMax) return damaged_number("has more than 38 digits");
    const Byte byte = static_cast<Byte>(static_cast<Byte>(input.front()) ^ flip);
    const unsigned pair = byte / 2U;
    more = byte % 2U == 1;
    if (pair > 99) return damaged_number("has a pair of digits over 99");
    if (digits.pairs == 0 && pair < 10) return damaged_number("starts with the digit 0");
    if (!more && pair == 0) return damaged_number("ends in the digits 00");
    digits.coefficient = digits.coefficient * 100 + pair;
    ++digits.pairs;
    input.remove_prefix(1);
  }
  return digits;
}

}  // namespace

void append_number(Bytes& key, const Number& number) {
  if (number.is_zero()) {
    key.push_back(static_cast<char>(kZero));
    return;
  }
  const auto digits = static_cast<std::size_t>(number.digits());
  const std::size_t bytes = kHeadBytes + (digits + 1) / 2;
  std::array<Byte, kNumberBytesMax> form;
  form[0] = number.is_negative() ? kNegative : kPositive;
  form[1] = static_cast<Byte>(number.magnitude() - Number::kMagnitudeMin);
  write_pairs(std::span(form).subspan(kHeadBytes, bytes - kHeadBytes),
              number.coefficient() * (digits % 2 == 0 ? 1 : 10));
  if (number.is_negative()) {
    for (Byte& byte : std::span(form).subspan(1, bytes - 1)) byte = static_cast<Byte>(~byte);
  }
  key.append(form.begin(), form.begin() + bytes);
}

Result<Number> take_number(ByteView& input) {
  if (input.empty()) return damaged_number("is missing");
  const auto sign = static_cast<Byte>(input.front());
  input.remove_prefix(1);
  if (sign == kZero) return Number();
  if (sign != kNegative && sign != kPositive) return damaged_number("has an unknown sign byte");
  if (input.empty()) return damaged_number("ends after its sign");

  const Byte flip = sign == kNegative ? 0xFF : 0x00;
  const int magnitude = (static_cast<Byte>(input.front()) ^ flip) + Number::kMagnitudeMin;
  input.remove_prefix(1);
  const Digits digits = TRY(take_pairs(input, flip));
  const int exponent = magnitude + 1 - 2 * static_cast<int>(digits.pairs);
  auto number = Number::from_parts(sign == kNegative, digits.coefficient, exponent);
  if (!number.ok()) return damaged_number("is out of the range of numbers");
  return number;
}

}  // namespace partita::keys
