#include "store/history/recovery.h"

#include <algorithm>
#include <cmath>

#include "store/keys/history_keys.h"

namespace partita::history {

std::int64_t to_milliseconds(const api::Timestamp& time) {
  // Far beyond any calendar.
  constexpr double kMax = 1e15;
  // Half a microsecond more, because thousandths have no exact form.
  return static_cast<std::int64_t>(std::floor(std::clamp(time.seconds * 1000, 0.0, kMax) + 5e-4));
}

api::Timestamp to_timestamp(std::int64_t milliseconds) {
  return {static_cast<double>(milliseconds) / 1000};
}

std::optional<RestorableRange> restorable_range(const catalog::Table& table, std::int64_t now) {
  const auto& recovery = table.settings.recovery;
  if (!recovery || !recovery->since) return std::nullopt;
  const std::int64_t since = to_milliseconds(*recovery->since);
  return RestorableRange{.earliest = std::max(since, now - recovery->days * keys::kDayMs),
                         .latest = std::max(since, now - kRestorableLagMs)};
}

std::optional<std::int64_t> oldest_restore_from(const catalog::Catalog& catalog,
                                                keys::TableId source) {
  std::optional<std::int64_t> oldest;
  for (const auto& table : catalog.list_after("", SIZE_MAX)) {
    const auto& restore = table->settings.restore;
    if (!restore || restore->source != source) continue;
    if (table->state != catalog::TableState::Creating) continue;
    const std::int64_t time = to_milliseconds(restore->time);
    oldest = std::min(oldest.value_or(time), time);
  }
  return oldest;
}

}  // namespace partita::history
