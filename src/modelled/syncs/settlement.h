#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "modelled/syncs/dispatch.h"
#include "modelled/syncs/sync_log.h"
#include "modelled/syncs/sync_state.h"
#include "partita/base/random.h"

// What becomes of a sync's rows once events are told: pure decisions about states.
namespace partita::syncs {

// How long is waited before something is tried again.
struct Pauses {
  std::chrono::milliseconds first{1000};
  std::chrono::milliseconds of_target_most = std::chrono::minutes(5);
  std::chrono::milliseconds of_event_most = std::chrono::hours(1);
};

// What was read of a log to be delivered, by the place that the state had then.
struct LogWindow {
  struct Row {
    std::uint64_t stamp = 0;
    std::size_t bytes = 0;
    bool is_settled = false;
  };
  std::vector<Row> rows;  // In order, those that were settled before included.
  std::uint64_t end = 0;  // The place behind them.
  bool is_at_end = false;

  // REQUIRES: it has a row of that stamp.
  void mark_settled(std::uint64_t stamp);
};

// Moves the cursor behind all that is settled, and counts what is not.
void note_window(SyncState& state, const LogWindow& window);

struct TargetOutcome {
  std::size_t delivered = 0;
  bool was_tried = false;
  const TargetFailure* failure = nullptr;  // Null: it is well.
};
void note_target(SyncState& state, const TargetOutcome& outcome, std::int64_t now,
                 const Pauses& pauses, Random& random);

// What a refusal is judged by.
struct RefusalRules {
  std::size_t tries_max = 0;
  std::int64_t now = 0;
  const Pauses& pauses;
  Random& random;
};
// The held item after one more refusal of its first event; null: it was not held before.
HeldItem refused_again(const HeldItem* before, const std::string& error, const RefusalRules& rules);

// From nothing to `most`: twice as long each time, by chance, so that not all come at once.
std::chrono::milliseconds pause_after(std::uint64_t failures, std::chrono::milliseconds first,
                                      std::chrono::milliseconds most, Random& random);

}  // namespace partita::syncs
