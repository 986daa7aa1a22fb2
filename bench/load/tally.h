#pragma once

#include <chrono>
#include <cstdint>

#include "histogram.h"

namespace partita::load {

// What was done and how long it took.
struct Tally {
  std::uint64_t operations = 0;
  std::uint64_t items = 0;
  std::uint64_t answer_bytes = 0;   // Of bodies alone.
  std::uint64_t checked_whole = 0;  // Of the operations; all others were checked quickly.
  Histogram latency;
  std::chrono::duration<double> elapsed{0};

  // Another thread's share of the same time.
  void add(const Tally& other) {
    operations += other.operations;
    items += other.items;
    answer_bytes += other.answer_bytes;
    checked_whole += other.checked_whole;
    latency.add(other.latency);
  }
};

}  // namespace partita::load
