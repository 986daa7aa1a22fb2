#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/progress.h"
#include "partita/base/clock.h"

namespace partita::cli {

// A line on a terminal that tells how far something is, written over again and gone at its end.
// Where no person looks, nothing is written.
// THREADS: one thread at a time.
class ProgressLine {
 public:
  explicit ProgressLine(const Clock& clock = Clock::system());
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // "checking items  [#######             ]  1200 of 5000"
  void show(std::string_view activity, std::uint64_t done, std::optional<std::uint64_t> total);
  // REQUIRES: the line outlives what it is given to.
  models::Report report();

 private:
  const Clock& clock_;
  const bool is_shown_;
  MonotonicTime next_;  // Not written more often than somebody can read it.
  bool is_dirty_ = false;
};

// The bar alone: "#####     ". REQUIRES: done <= total, total > 0.
std::string progress_bar(std::uint64_t done, std::uint64_t total);

}  // namespace partita::cli
