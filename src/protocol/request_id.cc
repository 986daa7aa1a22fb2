#include "protocol/request_id.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace partita::protocol {

namespace {

constexpr std::size_t kLength = 52;
constexpr std::size_t kBitsOfPair = 10;

using Pair = std::array<char, 2>;

// Two digits of five bits each, by their ten bits.
constexpr auto kPairs = [] {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
  std::array<Pair, 1 << kBitsOfPair> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kDigits[i & 31], kDigits[i >> 5]};
  return pairs;
}();

}  // namespace

std::string make_request_id(Random& random) {
  constexpr std::size_t kPairsOfWord = 64 / kBitsOfPair;
  std::string id(kLength, '0');
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kLength / 2; ++i, word >>= kBitsOfPair) {
    if (i % kPairsOfWord == 0) word = random.next();
    const Pair& pair = kPairs[word % kPairs.size()];
    id[2 * i] = pair[0];
    id[2 * i + 1] = pair[1];
  }
  return id;
}

}  // namespace partita::protocol
