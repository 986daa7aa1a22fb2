#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace partita::engine {

// What a checker has found wrong, in words that say how to see it again. Empty: all is well.
using Violations = std::vector<std::string>;

// How much a concurrent checker does: bounded by work, not by time.
struct Load {
  std::uint64_t seed = 1;
  int threads = 8;
  int transactions_per_thread = 300;
};

// The seed of this run: `usual`, or what the environment variable PARTITA_TEST_SEED says.
std::uint64_t test_seed(std::uint64_t usual);

// Whether `check` finds a violation with one of twenty seeds; it is called until it does. For
// controls: threads that happen not to meet show no bug, and on a busy machine that may be so once.
// A checker that misses a bug twenty times does not see it.
bool finds_a_violation(const std::function<Violations(std::uint64_t seed)>& check);

// One line for each violation, the first few of them.
std::string listing(const Violations& violations);

}  // namespace partita::engine
