#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <span>

#include "partita/base/result.h"

namespace partita::load {

// What processes have used so far, all together.
struct ProcessUsage {
  std::chrono::duration<double> cpu{0};
  std::uint64_t resident_bytes = 0;
};

// ERRORS: NotFound if one of them does not live.
Result<ProcessUsage> usage_of(std::span<const pid_t> processes);

// Processor time of this process.
std::chrono::duration<double> own_cpu();

}  // namespace partita::load
