#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "modelled/syncs/sync_keys.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::syncs {

enum class SyncMode : std::uint8_t {  // DO NOT CHANGE: stored.
  Running = 1,
  Paused = 2,   // By a person.
  Stopped = 3,  // The target has said that it is gone (410).
};
// "running", "paused", "stopped".
std::string_view name_of(SyncMode mode);

// How far a sync is: the row that each of its commits reads and writes. An event is settled when it
// was delivered, held back in a row of its own, or given up.
struct SyncState {
  SyncMode mode = SyncMode::Running;
  std::uint64_t instance = 0;  // A random number: ids of events begin with it.
  std::uint64_t turn = 0;      // Counts replays: what was begun before one settles nothing.
  std::uint64_t commands = 0;  // Counts what people have done to held items.
  std::uint64_t cursor = 0;    // All before it is settled.
  // What is settled from the cursor on, in order: as many as are read ahead at most.
  std::vector<std::uint64_t> beyond;
  std::uint64_t trimmed_to = 0;  // What was in the log before it is gone.
  // What is not settled, as far as it is counted.
  std::uint64_t counted_to = 0;
  std::uint64_t pending_events = 0;
  std::uint64_t pending_bytes = 0;
  std::uint64_t delivered = 0;
  std::uint64_t skipped = 0;       // Given up by a person.
  std::uint64_t lost = 0;          // Given up because it has waited for too long.
  std::int64_t delivered_at = 0;   // The last time; 0: never.
  std::uint64_t failures = 0;      // Of the target, one after another.
  std::int64_t failing_since = 0;  // 0: it is not.
  std::int64_t retry_at = 0;       // Not before.
  std::string error;               // Of the last failure.
};

Bytes encode_state(const SyncState& state);
// ERRORS: Corrupt.
Result<SyncState> decode_state(ByteView bytes);

// Nullopt: nobody has worked on it yet.   ERRORS: Corrupt; those of the engine.
Task<Result<std::optional<SyncState>>> read_state(const engine::View& view, const SyncRef& sync);
Task<Result<std::optional<SyncState>>> read_state(engine::Transaction& transaction,
                                                  const SyncRef& sync);

// An item whose events wait because one of them was refused.
struct HeldItem {
  std::int64_t since = 0;     // When it was first refused.
  std::int64_t retry_at = 0;  // 0: not before somebody says so: its first event is a dead letter.
  std::uint32_t tries = 0;
  std::string error;  // Why it was refused last.

  bool is_dead() const { return retry_at == 0; }
};

Bytes encode_held_item(const HeldItem& item);
// ERRORS: Corrupt.
Result<HeldItem> decode_held_item(ByteView bytes);

}  // namespace partita::syncs
