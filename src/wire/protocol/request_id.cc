#include "wire/protocol/request_id.h"

namespace partita::protocol {
namespace {

constexpr std::string_view kIdDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUV";  // Five bits each.
constexpr unsigned kDigitBits = 5;
constexpr std::size_t kLength = 52;
constexpr std::size_t kDigitsAWord = kRequestPrefixCharacters;

}  // namespace

std::string make_request_id(Random& random) {
  std::string id(kLength, '0');
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kLength; ++i, word >>= kDigitBits) {
    if (i % kDigitsAWord == 0) word = random.next();
    id[i] = kIdDigits[word & 31];
  }
  return id;
}

std::string new_request_id() {
  thread_local SeededRandom random{SystemRandom().next()};
  return make_request_id(random);
}

std::string request_prefix(std::uint64_t number) {
  std::string prefix;
  for (std::size_t i = 0; i < kRequestPrefixCharacters; ++i, number >>= kDigitBits) {
    prefix += kIdDigits[number & 31];
  }
  return prefix;
}

std::optional<std::uint64_t> request_number(std::string_view id) {
  if (id.size() != kLength && id.size() != kRequestPrefixCharacters) return std::nullopt;
  std::uint64_t number = 0;
  for (std::size_t i = id.size(); i > 0; --i) {
    const auto digit = kIdDigits.find(id[i - 1]);
    if (digit == std::string_view::npos) return std::nullopt;
    if (i <= kRequestPrefixCharacters) number = number << kDigitBits | digit;
  }
  return number;
}

}  // namespace partita::protocol
