#include "protocol/request_id.h"

#include <cstdint>
#include <string_view>

namespace partita::protocol {

std::string make_request_id(Random& random) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";  // Five bits each.
  constexpr std::size_t kLength = 52;
  constexpr std::size_t kDigitsAWord = 12;
  std::string id;
  id.reserve(kLength);
  while (id.size() < kLength) {
    std::uint64_t word = random.next();
    for (std::size_t i = 0; i < kDigitsAWord && id.size() < kLength; ++i, word >>= 5) {
      id += kDigits[word & 31];
    }
  }
  return id;
}

}  // namespace partita::protocol
