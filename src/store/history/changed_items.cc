#include "store/history/changed_items.h"

#include <set>
#include <string_view>

#include "store/history/entry.h"
#include "store/keys/history_keys.h"

namespace partita::history {
namespace {

// From the first day of the filter to its last.
keys::KeyRange days_of(const catalog::Table& table, const ChangeFilter& filter) {
  const auto place = [&](std::int64_t time) {
    return keys::HistoryPlace{
        .table = table.id,
        .period = static_cast<keys::HistoryPeriod>(table.settings.recovery->period),
        .day = keys::day_of(time)};
  };
  return {.begin = keys::history_day_range(place(filter.from)).begin,
          .end = keys::history_day_range(place(filter.to)).end};
}

}  // namespace

bool ChangeFilter::takes(std::int64_t time, const Author& author) const {
  if (time < from || time > to) return false;
  if (request != 0 && author.request != request) return false;
  const auto kept = std::string_view(access_key).substr(0, Author::kAccessKeyBytesMax);
  return access_key.empty() || author.access_key == kept;
}

Task<Result<std::vector<Bytes>>> find_changed_items(const engine::View& view,
                                                    const catalog::Table& table,
                                                    const ChangeFilter& filter,
                                                    std::size_t items_max) {
  std::set<Bytes> found;
  Status visited;
  const auto add = [&](ByteView key, ByteView value) -> Status {
    const auto entry = TRY(decode_entry(value));
    if (filter.takes(entry.time, entry.author)) {
      found.insert(TRY(keys::parse_history_key(key)).item_key);
    }
    return {};
  };
  const auto visit = [&](ByteView key, ByteView value) {
    visited = add(key, value);
    const bool goes_on = visited.ok() && found.size() <= items_max;
    return goes_on ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const auto days = days_of(table, filter);
  Status read = co_await view.scan({.begin = days.begin, .end = days.end}, visit);
  CO_TRY(read);
  CO_TRY(visited);
  co_return std::vector<Bytes>(found.begin(), found.end());
}

}  // namespace partita::history
