#include "store/history/net_changes.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/read_one.h"
#include "store/history/entry.h"
#include "store/history/item_past.h"
#include "store/keys/history_keys.h"
#include "store/keys/key_range.h"

namespace partita::history {
namespace {

using engine::Visit;

// Which items of a stretch have changed, and when last.
class ChangedKeys {
 public:
  ChangedKeys(const engine::View& view, const ChangeWindow& window, ByteView last_key,
              std::size_t items_max)
      : view_(view), window_(window), last_key_(last_key), items_max_(items_max) {}

  Task<Status> read() {
    const auto last = static_cast<std::uint32_t>(keys::day_of(window_.to));
    for (auto day = static_cast<std::uint32_t>(keys::day_of(window_.from)); day <= last; ++day) {
      Status read = co_await read_day(static_cast<keys::HistoryDay>(day));
      CO_TRY(read);
    }
    co_return Status{};
  }

  const std::map<Bytes, std::int64_t>& times() const { return times_; }
  bool is_last() const { return !end_; }

 private:
  Task<Status> read_day(keys::HistoryDay day) {
    const keys::HistoryPlace place{.table = window_.table, .period = window_.period, .day = day};
    auto range = keys::history_day_range(place);
    if (!last_key_.empty()) range.begin = keys::prefix_end(keys::history_prefix(place, last_key_));
    if (end_) range.end = keys::history_prefix(place, *end_);
    if (range.begin.empty() || range.is_empty()) co_return Status{};
    prefix_.clear();
    of_day_ = 0;
    Status visited;
    const auto visit = [&](ByteView key, ByteView value) {
      auto next = add(key, value);
      if (next.ok()) return *next;
      visited = std::move(next).error();
      return Visit::Stop;
    };
    const engine::Range wanted{.begin = range.begin, .end = range.end};
    Status read = co_await view_.scan(wanted, visit);
    CO_TRY(read);
    co_return visited;
  }

  Result<Visit> add(ByteView key, ByteView value) {
    const auto entry = TRY(decode_entry(value));
    if (entry.time <= window_.from || entry.time > window_.to) return Visit::Continue;
    const ByteView prefix = key.substr(0, key.size() - std::min(key.size(), sizeof(std::uint64_t)));
    if (prefix != prefix_) {
      prefix_ = Bytes(prefix);
      item_key_ = TRY(keys::parse_history_key(key)).item_key;
      if (of_day_++ == items_max_) return end_before(item_key_);
    }
    std::int64_t& time = times_[item_key_];
    time = std::max(time, entry.time);
    return Visit::Continue;
  }

  Visit end_before(const Bytes& item_key) {
    times_.erase(times_.lower_bound(item_key), times_.end());
    end_ = item_key;
    return Visit::Stop;
  }

  const engine::View& view_;
  const ChangeWindow window_;
  const Bytes last_key_;
  const std::size_t items_max_;
  std::optional<Bytes> end_;  // The first item that is left for the next stretch.
  std::map<Bytes, std::int64_t> times_;
  Bytes prefix_;  // Of the entry before, without its stamp; its item; how many the day has had.
  Bytes item_key_;
  std::size_t of_day_ = 0;
};

Task<Result<std::optional<keys::HistoryDay>>> last_day_of(const engine::View& view,
                                                          const ChangeWindow& window) {
  const auto period = keys::history_period_range(window.table, window.period);
  std::optional<Bytes> last;
  const auto visit = [&](ByteView key, ByteView) {
    last = Bytes(key);
    return Visit::Stop;
  };
  const engine::Range range{.begin = period.begin,
                            .end = period.end,
                            .direction = engine::Direction::Backward,
                            .rows_hint = 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  if (!last) co_return std::optional<keys::HistoryDay>();
  auto parts = keys::parse_history_key(*last);
  CO_TRY(parts);
  co_return std::optional(parts->place.day);
}

// One item at both ends of the window.
struct BothEnds {
  ItemPast from;
  ItemPast to;

  bool is_settled() const { return from.is_settled() && to.is_settled(); }
};

Task<Status> read_entries(const engine::View& view, const ChangeWindow& window, const Bytes& prefix,
                          BothEnds& ends) {
  Status added;
  const auto add = [&](ByteView value) -> Status {
    TRY(ends.from.add(value, window.from));
    TRY(ends.to.add(value, window.to));
    return {};
  };
  const auto visit = [&](std::uint64_t, ByteView value) {
    added = add(value);
    return added.ok() && !ends.is_settled() ? Visit::Continue : Visit::Stop;
  };
  const engine::LogRange range{.prefix = prefix};
  Status read = co_await view.read_log(range, visit);
  CO_TRY(read);
  co_return added;
}

Task<Result<NetChange>> read_change(const engine::View& view, const ChangeWindow& window,
                                    const Bytes& key, keys::HistoryDay last_day) {
  auto present = co_await engine::read_one(view, key);
  CO_TRY(present);
  BothEnds ends;
  if (*present) ends = {.from = ItemPast(**present), .to = ItemPast(std::move(**present))};
  const auto last = static_cast<std::uint32_t>(last_day);
  auto day = static_cast<std::uint32_t>(keys::day_of(window.from));
  for (; day <= last && !ends.is_settled(); ++day) {
    const keys::HistoryPlace place{
        .table = window.table, .period = window.period, .day = static_cast<keys::HistoryDay>(day)};
    const Bytes prefix = keys::history_prefix(place, key);
    Status read = co_await read_entries(view, window, prefix, ends);
    CO_TRY(read);
  }
  NetChange change{.key = key};
  auto before = ends.from.at_moment();
  CO_TRY(before);
  auto after = ends.to.at_moment();
  CO_TRY(after);
  change.before = std::move(*before);
  change.after = std::move(*after);
  co_return change;
}

std::size_t bytes_of(const NetChange& change) {
  return change.key.size() + (change.before ? change.before->size() : 0) +
         (change.after ? change.after->size() : 0);
}

}  // namespace

Task<Result<NetStretch>> read_net_changes(const engine::Engine& engine, const ChangeWindow& window,
                                          ByteView last_key, PastLimits limits) {
  const auto view = engine.snapshot();
  ChangedKeys changed(*view, window, last_key, limits.items_max);
  Status read = co_await changed.read();
  CO_TRY(read);
  NetStretch stretch{.changes = {}, .last_key = Bytes(last_key), .is_last = changed.is_last()};
  const auto last_day = co_await last_day_of(*view, window);
  CO_TRY(last_day);
  if (!*last_day) co_return stretch;
  std::size_t bytes = 0;
  for (const auto& [key, time] : changed.times()) {
    if (bytes >= limits.bytes_max) {
      stretch.is_last = false;
      break;
    }
    auto change = co_await read_change(*view, window, key, **last_day);
    CO_TRY(change);
    change->time = time;
    bytes += bytes_of(*change);
    stretch.last_key = key;
    if (change->before || change->after) stretch.changes.push_back(std::move(*change));
  }
  co_return stretch;
}

}  // namespace partita::history
