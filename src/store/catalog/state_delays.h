#pragma once

#include <chrono>

namespace partita::catalog {

// How long a table stays in the states that AWS passes through. By default it does not: a table is
// ready when the answer is there. A program that is tested for its patience wants more.
struct StateDelays {
  std::chrono::milliseconds creating{0};
  std::chrono::milliseconds updating{0};
  std::chrono::milliseconds deleting{0};
  // How long TTL must be left alone once it was switched; half an hour at AWS.
  std::chrono::milliseconds between_ttl_changes{0};
};

}  // namespace partita::catalog
