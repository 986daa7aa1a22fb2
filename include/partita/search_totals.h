#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace partita {

// How often a value is among the items that a search has found.
struct FacetItems {
  std::string value;
  std::uint64_t items = 0;
};

// What a search tells of all that it has found, on all pages.
struct SearchTotals {
  std::uint64_t total = 0;
  // Words of the question that nothing has, and what was looked for instead.
  std::vector<std::pair<std::string, std::string>> corrected;
  std::vector<std::pair<std::string, std::vector<FacetItems>>> facets;  // By attribute.
  bool facets_are_approximate = false;  // Counted in 10'000 of the items only.
};

}  // namespace partita
