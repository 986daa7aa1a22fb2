#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "partita/base/random.h"

namespace partita::samples {

// Chance for one decision. Which numbers come depends on the seed and on what is decided, not on
// what was decided before: any value of any item can be made again without the others.
// THREADS: one thread at a time.
class Dice {
 public:
  // What is decided: an attribute, by its path, of the nth item of a plan.
  struct Decision {
    std::uint64_t plan = 0;
    std::uint64_t ordinal = 0;
    std::string_view what;
  };

  Dice(std::uint64_t seed, const Decision& decision);

  // Evenly from 0 to bound - 1; 0 for a bound of 0.
  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : random_.below(bound); }
  // Evenly from `low` to `high`, both included. REQUIRES: low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high);
  bool happens(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
  std::uint64_t bits() { return random_.next(); }
  template <typename Elements>
  const auto& pick(const Elements& elements) {
    return *(std::begin(elements) + static_cast<std::ptrdiff_t>(below(std::size(elements))));
  }

 private:
  SeededRandom random_;
};

}  // namespace partita::samples
