#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace partita {

// The number of found items that have a given value.
struct FacetItems {
  std::string value;
  std::uint64_t items = 0;
};

// The totals of a search, over all pages.
struct SearchTotals {
  std::uint64_t total = 0;
  // Words of the query that occur in no item, with the words that were searched instead.
  std::vector<std::pair<std::string, std::string>> corrected;
  std::vector<std::pair<std::string, std::vector<FacetItems>>> facets;  // By attribute.
  bool facets_are_approximate = false;  // Only 10'000 of the items were counted.
};

}  // namespace partita
