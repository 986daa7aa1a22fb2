#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "modelled/registry/apply_progress.h"
#include "partita/base/clock.h"

namespace partita::cli {

// Tells on standard error how far something is: on a terminal in a line that is written over again
// and gone at the end, elsewhere (a log, a pipe) in a plain line every few seconds. What is done
// sooner is not told of.
// THREADS: one thread at a time.
class ProgressLine {
 public:
  explicit ProgressLine(const Clock& clock = Clock::system());
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view activity, std::uint64_t done, std::optional<std::uint64_t> total);
  // REQUIRES: the line outlives what it is given to.
  registry::Report report();

 private:
  const Clock& clock_;
  const bool is_terminal_;
  MonotonicTime next_;  // Not written more often than somebody can read it.
  bool is_dirty_ = false;
};

// "checking items: 1200 of 5000", "checking items: 1200", "checking items"
std::string progress_text(std::string_view activity, std::uint64_t done,
                          std::optional<std::uint64_t> total);

// The bar alone: "#####     ". REQUIRES: done <= total, total > 0.
std::string progress_bar(std::uint64_t done, std::uint64_t total);

}  // namespace partita::cli
