#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "faults/engine/workload.h"

namespace partita::faults {

// How to start the worker (engine_worker.cc) on a directory.
struct WorkerSettings {
  std::filesystem::path directory;
  StoreMode mode = StoreMode::Synced;
  // "NAME=value" for the power-cut library; with none of them the library is not loaded.
  std::vector<std::string> faults = {};
  // Kill it with SIGKILL after so many reports.
  std::optional<std::size_t> killed_after = std::nullopt;
};

// What the worker reported until its end.
struct WorkerReports {
  int exit_code = 0;
  std::size_t acknowledged = 0;
  std::size_t acknowledged_after_failure = 0;
  std::size_t refused = 0;
  std::size_t unknown = 0;
  // The last step of each writer that was acknowledged, now or in an earlier run.
  Steps last{};
};

// Runs the worker to its end. `before` is what earlier runs were told.
WorkerReports run_worker(const WorkerSettings& settings, const Steps& before);

}  // namespace partita::faults
