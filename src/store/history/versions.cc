#include "store/history/versions.h"

#include <utility>

#include "engine/read_one.h"
#include "store/history/entry.h"
#include "store/keys/history_keys.h"
#include "store/keys/key_range.h"

namespace partita::history {
namespace {

using engine::Direction;
using engine::Visit;

// The first and the last day of the period that have entries; nullopt: none has.
struct Days {
  std::uint32_t first;
  std::uint32_t last;
};

Task<Result<std::optional<std::uint32_t>>> day_at(const engine::View& view,
                                                  const keys::KeyRange& period, Direction from) {
  std::optional<Bytes> found;
  const auto visit = [&](ByteView key, ByteView) {
    found = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{
      .begin = period.begin, .end = period.end, .direction = from, .rows_hint = 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  if (!found) co_return std::optional<std::uint32_t>();
  auto parts = keys::parse_history_key(*found);
  CO_TRY(parts);
  co_return std::optional(static_cast<std::uint32_t>(parts->place.day));
}

Task<Result<std::optional<Days>>> days_of(const engine::View& view, const keys::KeyRange& period) {
  auto first = co_await day_at(view, period, Direction::Forward);
  CO_TRY(first);
  auto last = co_await day_at(view, period, Direction::Backward);
  CO_TRY(last);
  if (!*first || !*last) co_return std::optional<Days>();
  co_return std::optional(Days{.first = **first, .last = **last});
}

// Goes back from the present, change by change.
class GoingBack {
 public:
  GoingBack(std::optional<Bytes> present, std::size_t changes_max)
      : item_(std::move(present)), changes_max_(changes_max) {}

  bool is_done() const { return versions_.has_more; }
  ItemVersions take() { return std::move(versions_); }

  Status add(ByteView bytes) {
    if (versions_.changes.size() == changes_max_) {
      versions_.has_more = true;
      return {};
    }
    const auto entry = TRY(decode_entry(bytes));
    if (!is_result_of(entry, item_)) {
      return Error::corrupt("a change is missing in a table's history, or an entry is damaged");
    }
    auto before = TRY(take_back(entry, item_));
    versions_.changes.push_back({.time = entry.time,
                                 .is_expiry = entry.is_expiry,
                                 .author = entry.author.kind,
                                 .request = entry.author.request,
                                 .access_key = std::string(entry.author.access_key),
                                 .before = before,
                                 .after = std::exchange(item_, before)});
    return {};
  }

 private:
  std::optional<Bytes> item_;
  const std::size_t changes_max_;
  ItemVersions versions_;
};

Task<Status> read_day(const engine::View& view, const Bytes& prefix, GoingBack& back) {
  Status added;
  const auto visit = [&](std::uint64_t, ByteView value) {
    added = back.add(value);
    return added.ok() && !back.is_done() ? Visit::Continue : Visit::Stop;
  };
  const engine::LogRange range{.prefix = prefix, .direction = Direction::Backward};
  Status read = co_await view.read_log(range, visit);
  CO_TRY(read);
  co_return added;
}

}  // namespace

Task<Result<ItemVersions>> read_versions(const engine::Engine& engine, const catalog::Table& table,
                                         ByteView item_key, std::size_t changes_max) {
  const auto view = engine.snapshot();
  auto present = co_await engine::read_one(*view, item_key);
  CO_TRY(present);
  GoingBack back(std::move(*present), changes_max);
  const auto period = static_cast<keys::HistoryPeriod>(table.settings.recovery->period);
  const auto days = co_await days_of(*view, keys::history_period_range(table.id, period));
  CO_TRY(days);
  if (!*days) co_return back.take();
  for (std::uint32_t day = (*days)->last + 1; day > (*days)->first && !back.is_done(); --day) {
    const keys::HistoryPlace place{
        .table = table.id, .period = period, .day = static_cast<keys::HistoryDay>(day - 1)};
    Status read = co_await read_day(*view, keys::history_prefix(place, item_key), back);
    CO_TRY(read);
  }
  co_return back.take();
}

}  // namespace partita::history
