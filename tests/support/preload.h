#pragma once

#include <cstdlib>
#include <string>

namespace partita::testing {

// The variable of a child's environment that loads a library before all others, but for those that
// this process has itself: a clock, for example, that both must share (scripts/at-moment).
inline std::string preload_variable(const std::string& library) {
  const char* own = std::getenv("LD_PRELOAD");
  return own == nullptr ? "LD_PRELOAD=" + library : "LD_PRELOAD=" + library + ":" + own;
}

}  // namespace partita::testing
