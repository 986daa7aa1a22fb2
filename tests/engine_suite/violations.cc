#include "engine_suite/violations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace partita::engine {

std::uint64_t test_seed(std::uint64_t usual) {
  const char* chosen = std::getenv("PARTITA_TEST_SEED");
  return chosen == nullptr ? usual : std::strtoull(chosen, nullptr, 10);
}

bool finds_a_violation(const std::function<Violations(std::uint64_t seed)>& check) {
  constexpr std::uint64_t kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (!check(seed).empty()) return true;
  }
  return false;
}

std::string listing(const Violations& violations) {
  constexpr std::size_t kShownMax = 10;
  std::string text = fmt::format("{} violations", violations.size());
  for (std::size_t i = 0; i < std::min(violations.size(), kShownMax); ++i) {
    text += "\n  " + violations[i];
  }
  return text;
}

}  // namespace partita::engine
