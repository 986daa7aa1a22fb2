#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/engine.h"
#include "modelled/syncs/sync_keys.h"
#include "modelled/syncs/sync_state.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// What is read of a sync's rows.
namespace partita::syncs {

struct LogLimits {
  std::size_t events_max = 1000;
  std::size_t bytes_max = std::size_t{4} << 20;
};

struct LoggedEvent {
  std::uint64_t stamp = 0;
  Bytes bytes;
};

// A stretch of a log.
struct LogStretch {
  std::vector<LoggedEvent> events;  // In the order of their stamps.
  bool is_last = false;             // Nothing is behind them.
};

// The events whose stamps are `from` or greater.   ERRORS: those of the engine.
Task<Result<LogStretch>> read_log_stretch(const engine::View& view, const SyncRef& sync,
                                          std::uint64_t from, const LogLimits& limits);

// The events of an item that is held back.   ERRORS: those of the engine, Corrupt.
Task<Result<LogStretch>> read_held_events(const engine::View& view, const SyncRef& sync,
                                          const keys::KeyHash& item, const LogLimits& limits);

// At most this many items are held back; then nothing is delivered until there are fewer.
inline constexpr std::size_t kHeldItemsMax = 10'000;
using HeldItems = std::map<keys::KeyHash, HeldItem>;
// ERRORS: Corrupt; those of the engine.
Task<Result<HeldItems>> read_held_items(const engine::View& view, const SyncRef& sync);

// Where the first event stands that was decided at `time_ms` or later; the place behind all if
// there is none. Times of a log grow but for what writers that were under way together differ in,
// so a little more is found than is asked for.
// ERRORS: Corrupt; those of the engine.
struct LogBounds {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};
Task<Result<std::uint64_t>> find_time(const engine::View& view, const SyncRef& sync,
                                      LogBounds bounds, std::int64_t time_ms);

}  // namespace partita::syncs
