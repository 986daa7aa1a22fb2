#include "store/history/trimmer.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "store/history/pins.h"
#include "store/history/recovery.h"
#include "store/keys/history_keys.h"

namespace partita::history {
namespace {

using catalog::RecoverySettings;
using catalog::Table;
using catalog::TablePointer;

// All that lies before it may go.
keys::HistoryPlace first_kept(const Table& table, std::optional<std::int64_t> until) {
  const RecoverySettings& recovery = *table.settings.recovery;
  const std::int64_t period = recovery.period + (recovery.is_recording ? 0 : 1);
  return {.table = table.id,
          .period = static_cast<keys::HistoryPeriod>(period),
          .day = until ? keys::day_of(*until) : keys::HistoryDay{}};
}

Result<Table> without_recording(const catalog::Catalog& catalog, const Table& stored,
                                keys::TableId id) {
  const auto& recovery = stored.settings.recovery;
  if (stored.id != id || !recovery || recovery->since || oldest_restore_from(catalog, id)) {
    return Error::not_found("the table's recovery is not what it was");
  }
  Table changed = stored;
  changed.settings.recovery->is_recording = false;
  return changed;
}

// From now on nobody is told that an earlier moment can be restored, whatever the date will be.
Result<Table> with_later_start(const catalog::Catalog& catalog, const Table& stored,
                               keys::TableId id, std::int64_t start) {
  const auto& recovery = stored.settings.recovery;
  const bool is_needed = oldest_restore_from(catalog, id).value_or(start) < start;
  if (stored.id != id || !recovery || !recovery->since || is_needed) {
    return Error::not_found("the table's recovery is not what it was");
  }
  Table changed = stored;
  const std::int64_t since = std::max(start, to_milliseconds(*recovery->since));
  changed.settings.recovery->since = to_timestamp(since);
  return changed;
}

bool is_gone(const Result<TablePointer>& changed) {
  return !changed.ok() && changed.error().kind() == ErrorKind::NotFound;
}

}  // namespace

Task<Result<std::optional<TablePointer>>> end_recording(const engine::Engine& engine,
                                                        catalog::Catalog& catalog,
                                                        TablePointer table) {
  const auto pin = co_await oldest_pin(engine, table->id);
  CO_TRY(pin);
  if (*pin || oldest_restore_from(catalog, table->id)) co_return std::optional<TablePointer>();
  auto ended = co_await catalog.change(table->name, [&](const Table& stored) {
    return without_recording(catalog, stored, table->id);
  });
  if (is_gone(ended)) co_return std::optional<TablePointer>();
  CO_TRY(ended);
  co_return std::optional<TablePointer>(std::move(*ended));
}

Task<Result<std::optional<std::int64_t>>> HistoryTrimmer::oldest_needed(const Table& table) const {
  const auto pin = co_await oldest_pin(engine_, table.id);
  CO_TRY(pin);
  const auto restored = oldest_restore_from(catalog_, table.id);
  if (!restored) co_return *pin;
  co_return std::optional(std::min(pin->value_or(*restored), *restored));
}

Task<Result<bool>> HistoryTrimmer::has_entries(const keys::KeyRange& range) const {
  bool has_any = false;
  const auto visit = [&](ByteView, ByteView) {
    has_any = true;
    return engine::Visit::Stop;
  };
  const engine::Range wanted{.begin = range.begin, .end = range.end, .rows_hint = 1};
  Status read = co_await engine_.scan(wanted, visit);
  CO_TRY(read);
  co_return has_any;
}

// The table's descriptor says in which period and on which days nobody writes any more. One that is
// out of date says it of fewer.
Task<Result<bool>> HistoryTrimmer::trim(const TablePointer& table) {
  const RecoverySettings& recovery = *table->settings.recovery;
  if (recovery.is_recording && !recovery.since) {
    auto ended = co_await end_recording(engine_, catalog_, table);
    CO_TRY(ended);
    if (*ended) co_return co_await trim(**ended);
  }
  const auto needed = co_await oldest_needed(*table);
  CO_TRY(needed);
  std::optional<std::int64_t> until;
  if (recovery.is_recording) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(clock_.wall_now());
    until = now.time_since_epoch().count() - recovery.days * keys::kDayMs;
    until = std::max<std::int64_t>(std::min(needed->value_or(*until), *until), 0);
  }
  const keys::HistoryPlace kept = first_kept(*table, until);
  const auto overdue = keys::history_before(kept);
  auto has_any = co_await has_entries(overdue);
  if (!has_any.ok() || !*has_any) co_return has_any;
  if (recovery.since) {
    auto moved = co_await catalog_.change(table->name, [&](const Table& stored) {
      return with_later_start(catalog_, stored, table->id, keys::start_of(kept.day));
    });
    if (is_gone(moved)) co_return false;
    CO_TRY(moved);
    // A pin that was set meanwhile, before the table had changed, keeps all of it for this time.
    const auto still_needed = co_await oldest_needed(**moved);
    CO_TRY(still_needed);
    if (still_needed->value_or(keys::start_of(kept.day)) < keys::start_of(kept.day)) {
      co_return false;
    }
  }
  Status erased = co_await engine_.erase_range(overdue.begin, overdue.end);
  CO_TRY(erased);
  co_return true;
}

Task<Result<std::size_t>> HistoryTrimmer::trim_once() {
  std::size_t trimmed = 0;
  for (const auto& table : catalog_.list_after("", SIZE_MAX)) {
    if (!table->settings.recovery || table->is_in_doubt) continue;
    if (table->state == catalog::TableState::Deleting) continue;
    auto done = co_await trim(table);
    CO_TRY(done);
    trimmed += *done ? 1 : 0;
  }
  co_return trimmed;
}

}  // namespace partita::history
