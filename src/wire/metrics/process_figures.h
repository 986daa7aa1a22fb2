#pragma once

#include <cstdint>

namespace partita::metrics {

// What the system says of this program.
struct ProcessFigures {
  double cpu_seconds = 0;    // On all cores together.
  double start_seconds = 0;  // Since 1970; zero if it is not known.
  std::uint64_t resident_bytes = 0;
  std::uint64_t virtual_bytes = 0;
  std::uint64_t open_files_max = 0;
  std::uint64_t threads = 0;
};

// What the system does not tell is zero.
ProcessFigures process_figures();
// How many file descriptors are open: takes the longer, the more there are.
std::uint64_t count_open_files();

}  // namespace partita::metrics
