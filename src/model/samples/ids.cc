#include "model/samples/ids.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace partita::samples {
namespace {

constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::int64_t kKsuidEpochSeconds = 1'400'000'000;
constexpr std::size_t kKsuidCharacters = 27;

std::uint64_t milliseconds(model::Instant instant) {
  return static_cast<std::uint64_t>(instant.time_since_epoch().count());
}

std::string uuid_text(std::uint64_t high, std::uint64_t low) {
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff,
                     high & 0xffff, low >> 48, low & 0xffffffffffff);
}

// The bits that say which version and variant of RFC 9562 the rest is.
std::string versioned_uuid(std::uint64_t high, std::uint64_t low, std::uint64_t version) {
  high = (high & ~std::uint64_t{0xf000}) | (version << 12);
  low = (low & ~(std::uint64_t{3} << 62)) | (std::uint64_t{2} << 62);
  return uuid_text(high, low);
}

}  // namespace

std::string uuid4(Dice& dice) {
  const std::uint64_t high = dice.bits();
  return versioned_uuid(high, dice.bits(), 4);
}

std::string uuid7(Dice& dice, model::Instant instant) {
  const std::uint64_t high = (milliseconds(instant) << 16) | (dice.bits() & 0xffff);
  return versioned_uuid(high, dice.bits(), 7);
}

std::string ulid(Dice& dice, model::Instant instant) {
  std::string text;
  // 48 bits of time as ten digits, the first of which has only three bits.
  for (int shift = 45; shift >= 0; shift -= 5) {
    text.push_back(kCrockford[(milliseconds(instant) >> shift) & 31]);
  }
  for (int i = 0; i < 16; ++i) text.push_back(kCrockford[dice.below(32)]);
  return text;
}

std::string ksuid(Dice& dice, model::Instant instant) {
  const std::int64_t seconds = instant.time_since_epoch().count() / 1000 - kKsuidEpochSeconds;
  std::array<std::uint32_t, 5> number{static_cast<std::uint32_t>(seconds)};
  for (std::size_t i = 1; i < number.size(); ++i) {
    number[i] = static_cast<std::uint32_t>(dice.bits());
  }
  std::string text;
  while (text.size() < kKsuidCharacters) {
    // Long division of the 160 bits by 62; the remainder is the next digit from the right.
    std::uint64_t remainder = 0;
    for (std::uint32_t& digit : number) {
      const std::uint64_t dividend = (remainder << 32) | digit;
      digit = static_cast<std::uint32_t>(dividend / kBase62.size());
      remainder = dividend % kBase62.size();
    }
    text.push_back(kBase62[remainder]);
  }
  std::reverse(text.begin(), text.end());
  return text;
}

std::string generated_id(const model::IdGenerator& generator, Dice& dice, model::Instant instant) {
  std::string text = generator.prefix;
  switch (generator.kind) {
    case model::IdGenerator::Kind::Uuid4:
      text.append(uuid4(dice));
      break;
    case model::IdGenerator::Kind::Uuid7:
      text.append(uuid7(dice, instant));
      break;
    case model::IdGenerator::Kind::Ulid:
      text.append(ulid(dice, instant));
      break;
    case model::IdGenerator::Kind::Ksuid:
      text.append(ksuid(dice, instant));
      break;
  }
  return text.append(generator.suffix);
}

}  // namespace partita::samples
