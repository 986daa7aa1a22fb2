#include "model/samples/dice.h"

namespace partita::samples {
namespace {

// FNV-1a over the parts, one behind the other.
std::uint64_t mixed(std::uint64_t seed, const Dice::Decision& decision) {
  constexpr std::uint64_t kPrime = 1099511628211U;
  std::uint64_t hash = 14695981039346656037U;
  for (const std::uint64_t part : {seed, decision.plan, decision.ordinal}) {
    for (int shift = 0; shift < 64; shift += 8) {
      hash = (hash ^ ((part >> shift) & 0xff)) * kPrime;
    }
  }
  for (const char c : decision.what) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

}  // namespace

Dice::Dice(std::uint64_t seed, const Decision& decision) : random_(mixed(seed, decision)) {}

std::int64_t Dice::between(std::int64_t low, std::int64_t high) {
  // Unsigned, because the distance of two signed numbers can be too wide for one.
  const std::uint64_t width = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const std::uint64_t step = width == ~std::uint64_t{0} ? bits() : below(width + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + step);
}

}  // namespace partita::samples
