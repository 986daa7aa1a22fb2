#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/duration_histogram.h"

namespace partita::engine {

// A number that an engine tells of itself.
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

// How long something took that an engine does again and again.
struct FigureOfDurations {
  std::string_view name;  // "sync_seconds"
  std::string_view help;
  DurationCounts counts;
};

struct EngineFigures {
  std::vector<Figure> numbers;
  std::vector<FigureOfDurations> durations;
};

// An engine that can tell how it is doing: what that is, it knows best.
// THREADS: safe for concurrent calls.
class Figures {
 public:
  virtual ~Figures() = default;

  // Names are unique and always the same ones.
  virtual EngineFigures figures() const = 0;
  // About how many bytes the rows of the range take where they are stored; nullopt: it is not
  // known. May wait for the disk.
  virtual std::optional<std::uint64_t> stored_bytes(ByteView begin, ByteView end) const = 0;
};

}  // namespace partita::engine
