#include "dynamodb/scaling/capacity_series.h"

#include <algorithm>

#include "dynamodb/scaling/consumption_rows.h"

namespace partita::scaling {
namespace {

using Direction = CapacitySeries::Direction;

void resize(Direction& direction, std::size_t minutes) {
  direction.consumed.resize(minutes);
  direction.provisioned.resize(minutes, -1);
  direction.throttled.resize(minutes);
}

// A capacity holds until another one is told; the first one has held before, too.
void fill_gaps(std::vector<std::int64_t>& provisioned) {
  const auto known =
      std::find_if(provisioned.begin(), provisioned.end(), [](auto units) { return units >= 0; });
  std::int64_t units = known == provisioned.end() ? 0 : *known;
  for (auto& each : provisioned) {
    if (each >= 0) units = each;
    each = units;
  }
}

}  // namespace

Task<Result<CapacitySeries>> capacity_series(const engine::View& view, const SeriesOf& wanted) {
  CapacitySeries series{.first_minute = wanted.first};
  const auto minutes = static_cast<std::size_t>(wanted.last - wanted.first + 1);
  resize(series.reads, minutes);
  resize(series.writes, minutes);
  // What was provisioned before the first minute still holds then.
  std::int64_t read_before = -1;
  std::int64_t write_before = -1;
  const auto visit = [&](std::int64_t minute, const MinuteRow& row) {
    if (minute > wanted.last) return;
    for (const auto& units : row.units) {
      if (units.table != wanted.table || units.index != wanted.index) continue;
      if (minute < wanted.first) {
        read_before = units.read_capacity;
        write_before = units.write_capacity;
        continue;
      }
      const auto at = static_cast<std::size_t>(minute - wanted.first);
      series.reads.consumed[at] += units.read_units / kSecondsOfMinute;
      series.writes.consumed[at] += units.write_units / kSecondsOfMinute;
      series.reads.throttled[at] += units.reads_throttled;
      series.writes.throttled[at] += units.writes_throttled;
      series.reads.provisioned[at] = units.read_capacity;
      series.writes.provisioned[at] = units.write_capacity;
    }
  };
  Status read = co_await read_minutes(view, wanted.last - kMinutesOfDay, visit);
  CO_TRY(read);
  if (series.reads.provisioned.front() < 0) series.reads.provisioned.front() = read_before;
  if (series.writes.provisioned.front() < 0) series.writes.provisioned.front() = write_before;
  fill_gaps(series.reads.provisioned);
  fill_gaps(series.writes.provisioned);
  co_return series;
}

}  // namespace partita::scaling
