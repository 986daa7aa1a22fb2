#pragma once

#include <string_view>

#include "model/definition/model.h"
#include "model/definition/section_context.h"

// The rows that say of each item of a sync whether its target has it: `track: ENTITY`. Only the
// server writes them.
namespace partita::model {

// Their attributes; those without which they make no sense, and those that an entity may have.
inline constexpr std::string_view kTrackStatus = "status";        // One of the three below.
inline constexpr std::string_view kTrackChangedAt = "changedAt";  // When the item was changed last.
// The status, but only while the item is not told: an index with it in its key has no other rows.
inline constexpr std::string_view kTrackWaiting = "waiting";
// When the first change was made that is not told, or was told last.
inline constexpr std::string_view kTrackWaitingSince = "waitingSince";
inline constexpr std::string_view kTrackSyncedAt = "lastSyncedAt";
inline constexpr std::string_view kTrackError = "error";
inline constexpr std::string_view kTrackAttempts = "attempts";

inline constexpr std::string_view kTrackPending = "pending";
inline constexpr std::string_view kTrackSynced = "synced";
inline constexpr std::string_view kTrackFailed = "failed";

// The entity of the rows of a sync; null: it has none. Older models name keys there instead: rows
// that nobody writes.
const Entity* tracked_rows_of(const Model& model, const RawElement& sync);

// Refuses what is wrong with it.
// REQUIRES: the entities are read.
void check_track(SectionContext& context, const RawElement& sync);

}  // namespace partita::model
