#pragma once

#include <cstdint>
#include <string>

#include "options.h"
#include "process_usage.h"
#include "tally.h"

namespace partita::load {

// What a run has shown.
struct Report {
  Tally tally;
  std::chrono::duration<double> client_cpu{0};
  ProcessUsage server;          // Processor time of the run alone, memory at its end.
  std::uint64_t read_back = 0;  // Acknowledged writes that were looked up afterwards.
};

// One line of JSON, for programs.
std::string to_json(const Options& options, const Report& report);
// One line for people.
std::string to_text(const Options& options, const Report& report);

}  // namespace partita::load
