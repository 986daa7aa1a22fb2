#include "model/rules/identifier.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "partita/base/big_endian.h"

// The forms of ids:
//   uuid  := RFC 9562, lower case: version 4 is random, version 7 begins with milliseconds:u48
//   ulid  := milliseconds:u48 random:u80, in 26 characters of Crockford's base 32
//   ksuid := seconds since 2014-05-13T16:53:20Z:u32 random:u128, in 27 characters of base 62
// All are big-endian.

namespace partita::rules {
namespace {

constexpr std::size_t kUuidBytes = 16;
constexpr std::size_t kUlidBytes = 16;
constexpr std::size_t kKsuidBytes = 20;
constexpr std::int64_t kKsuidEpochSeconds = 1'400'000'000;

template <std::size_t size>
std::array<std::byte, size> random_bytes(Random& random) {
  std::array<std::byte, size> bytes;
  random.fill(bytes);
  return bytes;
}

// The lowest bytes of the number, as many as there is room for. REQUIRES: at most eight.
void put_big_endian(std::span<std::byte> target, std::uint64_t number) {
  const auto bytes = big_endian(number);
  std::memcpy(target.data(), bytes.data() + bytes.size() - target.size(), target.size());
}

std::uint64_t milliseconds_of(model::Instant now) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(now.time_since_epoch().count(), 0));
}

// Divides the big-endian number by `base` where it lies; returns the remainder.
unsigned divide(std::span<std::byte> number, unsigned base) {
  unsigned remainder = 0;
  for (std::byte& byte : number) {
    const unsigned dividend = remainder << 8 | std::to_integer<unsigned>(byte);
    byte = static_cast<std::byte>(dividend / base);
    remainder = dividend % base;
  }
  return remainder;
}

// The number in `count` digits; the size of the alphabet is the base. Uses up `number`.
void append_digits(std::string& target, std::span<std::byte> number, std::size_t count,
                   std::string_view alphabet) {
  const std::size_t start = target.size();
  target.append(count, alphabet.front());
  for (std::size_t i = start + count; i > start; --i) {
    target[i - 1] = alphabet[divide(number, static_cast<unsigned>(alphabet.size()))];
  }
}

void append_uuid(std::string& target, std::array<std::byte, kUuidBytes> bytes, unsigned version) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  bytes[6] = (bytes[6] & std::byte{0x0F}) | static_cast<std::byte>(version << 4);
  bytes[8] = (bytes[8] & std::byte{0x3F}) | std::byte{0x80};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) target.push_back('-');
    target.push_back(kDigits[std::to_integer<std::size_t>(bytes[i] >> 4)]);
    target.push_back(kDigits[std::to_integer<std::size_t>(bytes[i] & std::byte{0x0F})]);
  }
}

void append_uuid7(std::string& target, model::Instant now, Random& random) {
  auto bytes = random_bytes<kUuidBytes>(random);
  put_big_endian(std::span(bytes).first(6), milliseconds_of(now));
  append_uuid(target, bytes, 7);
}

void append_ulid(std::string& target, model::Instant now, Random& random) {
  auto bytes = random_bytes<kUlidBytes>(random);
  put_big_endian(std::span(bytes).first(6), milliseconds_of(now));
  append_digits(target, bytes, 26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
}

void append_ksuid(std::string& target, model::Instant now, Random& random) {
  auto bytes = random_bytes<kKsuidBytes>(random);
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  const auto since = std::max<std::int64_t>(seconds - kKsuidEpochSeconds, 0);
  put_big_endian(std::span(bytes).first(4), static_cast<std::uint64_t>(since));
  append_digits(target, bytes, 27,
                "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}

}  // namespace

std::string make_identifier(const model::IdGenerator& generator, model::Instant now,
                            Random& random) {
  std::string id = generator.prefix;
  switch (generator.kind) {
    case model::IdGenerator::Kind::Uuid4:
      append_uuid(id, random_bytes<kUuidBytes>(random), 4);
      break;
    case model::IdGenerator::Kind::Uuid7:
      append_uuid7(id, now, random);
      break;
    case model::IdGenerator::Kind::Ulid:
      append_ulid(id, now, random);
      break;
    case model::IdGenerator::Kind::Ksuid:
      append_ksuid(id, now, random);
      break;
  }
  return id.append(generator.suffix);
}

}  // namespace partita::rules
