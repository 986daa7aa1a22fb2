#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/duration_histogram.h"

namespace partita::metrics {

// What is kept of the whole server; the order is that of kSeriesNames.
enum class SeriesName : std::uint8_t {
  Requests,
  ClientErrors,
  ServerErrors,
  Throttled,
  ReadUnits,
  WriteUnits,
  LatencyMean,
  LatencyP50,
  LatencyP99,
  BytesIn,
  BytesOut,
  Expired,
  Cpu,
  ResidentBytes,
  Connections,
};
inline constexpr std::array<std::string_view, 15> kSeriesNames = {"requests",
                                                                  "client_errors",
                                                                  "server_errors",
                                                                  "throttled",
                                                                  "read_units",
                                                                  "write_units",
                                                                  "latency_mean_us",
                                                                  "latency_p50_us",
                                                                  "latency_p99_us",
                                                                  "bytes_in",
                                                                  "bytes_out",
                                                                  "expired_items",
                                                                  "cpu",
                                                                  "resident_bytes",
                                                                  "connections"};

// What is kept of a table.
enum class TableSeriesName : std::uint8_t { ReadUnits, WriteUnits, Throttled };
inline constexpr std::array<std::string_view, 3> kTableSeriesNames = {"read_units", "write_units",
                                                                      "throttled"};

// Everything that series are made of, as it stands at one moment: sums since the start, which only
// grow, and what is measured now.
struct ServerReading {
  WallTime time{};
  MonotonicTime moment{};
  std::uint64_t client_errors = 0;
  std::uint64_t server_errors = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t expired_items = 0;
  double cpu_seconds = 0;
  double read_units = 0;
  double write_units = 0;
  double throttled = 0;
  DurationCounts requests = {};
  double resident_bytes = 0;  // Now.
  double connections = 0;     // Now.

  struct OfTable {
    double read_units = 0;
    double write_units = 0;
    double throttled = 0;
  };
  std::map<std::string, OfTable> tables = {};
};

// The last day in three resolutions: a second for ten minutes, ten seconds for two hours, a minute
// for a day. Everything is a rate a second but latencies, and what is measured now. Its memory is
// bounded: what nothing happened to in a step takes none.
// THREADS: one thread at a time.
class Series {
 public:
  struct Step {
    std::chrono::seconds length;
    std::size_t points_max;
  };
  static constexpr std::array<Step, 3> kSteps = {Step{std::chrono::seconds(1), 600},
                                                 Step{std::chrono::seconds(10), 720},
                                                 Step{std::chrono::seconds(60), 1'440}};

  using Values = std::array<float, kSeriesNames.size()>;
  using TableValues = std::array<float, kTableSeriesNames.size()>;
  struct Point {
    WallTime time{};  // The end of its step.
    Values values{};
    std::map<std::string, TableValues> tables = {};  // Only those that were used.
  };

  // REQUIRES: readings come in the order of their moments. The first one begins all steps.
  void add(const ServerReading& reading);
  // The oldest first.   REQUIRES: resolution < kSteps.size().
  const std::deque<Point>& points(std::size_t resolution) const {
    return rings_[resolution].points;
  }

 private:
  struct Ring {
    std::optional<ServerReading> begun;  // Where the step under way began.
    std::deque<Point> points;
  };

  std::array<Ring, kSteps.size()> rings_;
};

}  // namespace partita::metrics
