#include "partita/base/random.h"

#include <openssl/rand.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "partita/base/check.h"

namespace partita {
namespace {

// SplitMix64: spreads one word of seed over the whole state.
std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t word = (state += 0x9E3779B97F4A7C15);
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

}  // namespace

std::uint64_t Random::below(std::uint64_t bound) {
  PARTITA_CHECK(bound > 0);
  // Values of the last, incomplete round are thrown away: they would favour the small numbers.
  const std::uint64_t incomplete = (0 - bound) % bound;
  std::uint64_t word = next();
  while (word < incomplete) word = next();
  return word % bound;
}

void Random::fill(std::span<std::byte> target) {
  while (!target.empty()) {
    const std::uint64_t word = next();
    const std::size_t taken = std::min(sizeof(word), target.size());
    std::memcpy(target.data(), &word, taken);
    target = target.subspan(taken);
  }
}

SeededRandom::SeededRandom(std::uint64_t seed) {
  for (auto& word : state_) word = split_mix(seed);
}

std::uint64_t SeededRandom::next() {
  const std::uint64_t answer = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return answer;
}

std::uint64_t SystemRandom::next() {
  std::uint64_t word = 0;
  PARTITA_CHECK(RAND_bytes(reinterpret_cast<unsigned char*>(&word), sizeof(word)) == 1);
  return word;
}

}  // namespace partita
