#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "modelled/syncs/sync_log.h"
#include "modelled/syncs/sync_plan.h"
#include "modelled/syncs/sync_state.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// What a person asks of a sync, beside who delivers it.
namespace partita::syncs {

// "1f0c6a7e2b9d4c53-00000000000000001042": the id of an event, the same on every try and at every
// server.
std::string event_id(std::uint64_t instance, std::uint64_t stamp);
// The stamp, or nullopt if it is no id of that sync.
std::optional<std::uint64_t> stamp_in(std::string_view event_id, std::uint64_t instance);

// An item that is held back, by its first event.
struct HeldReport {
  std::uint64_t stamp = 0;
  Bytes event;             // encode_event(); empty: it is just being settled.
  std::size_t events = 0;  // That wait, this one included; as many as are looked at.
  HeldItem item;
};

struct SyncStatus {
  static constexpr std::size_t kHeldShown = 100;
  static constexpr std::size_t kEventsCounted = 1000;

  SyncState state;
  std::optional<std::int64_t> pending_since;  // Of the oldest event that is not settled.
  std::optional<std::int64_t> replay_from;    // Of the oldest event that can be replayed.
  std::size_t held_items = 0;
  std::size_t dead_items = 0;
  std::vector<HeldReport> held;  // The dead ones first, then by when they were refused first.
};
// ERRORS: Corrupt; those of the engine.
Task<Result<SyncStatus>> status_of(const engine::View& view, const SyncPlan& plan);

// Has events that were refused told again at once: that one, or the first ones of all held items.
// Says how many items it is about.
// ERRORS: NotFound if the event is not the first of a held item; those of the engine.
Task<Result<std::size_t>> retry_held(engine::Engine& engine, const SyncPlan& plan,
                                     std::optional<std::uint64_t> stamp);
// Gives them up: what waits behind them is told. Without a stamp: all dead letters.
// ERRORS: as retry_held.
Task<Result<std::size_t>> skip_held(engine::Engine& engine, const SyncPlan& plan,
                                    std::optional<std::uint64_t> stamp);
// Tells all again that was decided at `time_ms` or later, up to now; without a time all that is
// still there. Returns the time of the first one; nullopt: there is none.
// ERRORS: InvalidArgument if the log does not reach back so far; those of the engine.
Task<Result<std::optional<std::int64_t>>> replay(engine::Engine& engine, const SyncPlan& plan,
                                                 std::optional<std::int64_t> time_ms);
// Running is also what ends the wait for a target that fails.   ERRORS: those of the engine.
Task<Status> set_mode(engine::Engine& engine, const SyncPlan& plan, SyncMode mode);

}  // namespace partita::syncs
