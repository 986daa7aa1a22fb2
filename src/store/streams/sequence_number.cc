#include "store/streams/sequence_number.h"

#include <fmt/format.h>

#include <charconv>

namespace partita::streams {
namespace {

constexpr std::size_t kDigits = 21;
constexpr char kLead = '1';

}  // namespace

std::string sequence_number(std::uint64_t stamp) { return fmt::format("{}{:020}", kLead, stamp); }

std::optional<std::uint64_t> parse_sequence_number(std::string_view text) {
  if (text.size() != kDigits || text.front() != kLead) return std::nullopt;
  std::uint64_t stamp = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + 1, end, stamp);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return stamp;
}

}  // namespace partita::streams
