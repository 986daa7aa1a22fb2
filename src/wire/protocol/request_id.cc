#include "wire/protocol/request_id.h"

#include <cstdint>
#include <string_view>

namespace partita::protocol {

std::string make_request_id(Random& random) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";  // Five bits each.
  constexpr std::size_t kLength = 52;
  constexpr std::size_t kDigitsAWord = 12;
  std::string id(kLength, '0');
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kLength; ++i, word >>= 5) {
    if (i % kDigitsAWord == 0) word = random.next();
    id[i] = kDigits[word & 31];
  }
  return id;
}

}  // namespace partita::protocol
