#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/duration_histogram.h"

namespace partita::engine {

// A metric of an engine.
struct Figure {
  enum class Kind : std::uint8_t {
    Counter,  // Only grows while the program runs.
    Gauge,    // As it is now.
  };

  std::string_view name;  // As Prometheus has it, behind "partita_": "commit_groups_total".
  Kind kind;
  std::string_view help;  // One sentence.
  double value;
};

// The durations of an operation that an engine repeats.
struct FigureOfDurations {
  std::string_view name;  // "sync_seconds"
  std::string_view help;
  DurationCounts counts;
};

struct EngineFigures {
  std::vector<Figure> numbers;
  std::vector<FigureOfDurations> durations;
};

// The metrics of an engine. Each kind of engine has its own.
// THREADS: safe for concurrent calls.
class Figures {
 public:
  virtual ~Figures() = default;

  // Names are unique and always the same ones.
  virtual EngineFigures figures() const = 0;
  // The approximate number of bytes that the rows of the range take in the store; nullopt if not
  // known. May wait for the disk.
  virtual std::optional<std::uint64_t> stored_bytes(ByteView begin, ByteView end) const = 0;
};

}  // namespace partita::engine
