#include "modelled/syncs/sync_log.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "modelled/syncs/sync_event.h"

namespace partita::syncs {
namespace {

// Writers that were under way together may have been decided this long before they were committed.
constexpr std::int64_t kOverlapMs = 10'000;

// Takes events until there are enough.
class Stretching {
 public:
  explicit Stretching(const LogLimits& limits) : limits_(limits) { stretch_.is_last = true; }

  engine::Visit take(std::uint64_t stamp, ByteView value) {
    const bool is_full = stretch_.events.size() >= limits_.events_max ||
                         (!stretch_.events.empty() && bytes_ + value.size() > limits_.bytes_max);
    if (is_full) {
      stretch_.is_last = false;
      return engine::Visit::Stop;
    }
    bytes_ += value.size();
    stretch_.events.push_back({.stamp = stamp, .bytes = Bytes(value)});
    return engine::Visit::Continue;
  }
  LogStretch finish() { return std::move(stretch_); }

 private:
  const LogLimits limits_;
  std::size_t bytes_ = 0;
  LogStretch stretch_;
};

struct LogEdge {
  std::uint64_t stamp = 0;
  std::int64_t time_ms = 0;
};

// The first event from a stamp on.
Task<Result<std::optional<LogEdge>>> next_edge(const engine::View& view, const Bytes& prefix,
                                               std::uint64_t from) {
  std::optional<LogEdge> found;
  Status decoded;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    const auto head = decode_event_head(value);
    if (head.ok()) {
      found = LogEdge{.stamp = stamp, .time_ms = head->time_ms};
    } else {
      decoded = head.error();
    }
    return engine::Visit::Stop;
  };
  const engine::LogRange range{.prefix = prefix, .from = from, .rows_hint = 1};
  Status read = co_await view.read_log(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return found;
}

}  // namespace

Task<Result<LogStretch>> read_log_stretch(const engine::View& view, const SyncRef& sync,
                                          std::uint64_t from, const LogLimits& limits) {
  Stretching stretching(limits);
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    return stretching.take(stamp, value);
  };
  const Bytes prefix = log_prefix(sync);
  const engine::LogRange range{.prefix = prefix,
                               .from = from,
                               .rows_hint = limits.events_max + 1,
                               .bytes_hint = limits.bytes_max};
  Status read = co_await view.read_log(range, visit);
  CO_TRY(read);
  co_return stretching.finish();
}

Task<Result<LogStretch>> read_held_events(const engine::View& view, const SyncRef& sync,
                                          const keys::KeyHash& item, const LogLimits& limits) {
  Stretching stretching(limits);
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto parts = parse_sync_key(key);
    if (parts) return stretching.take(parts->stamp, value);
    decoded = Error::corrupt("a row of a sync has a key that is not known here");
    return engine::Visit::Stop;
  };
  const auto rows = held_events_range(sync, item);
  const engine::Range range{
      .begin = rows.begin, .end = rows.end, .rows_hint = limits.events_max + 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return stretching.finish();
}

Task<Result<HeldItems>> read_held_items(const engine::View& view, const SyncRef& sync) {
  HeldItems items;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto parts = parse_sync_key(key);
    auto item = decode_held_item(value);
    if (!parts || !item.ok()) {
      decoded = item.ok() ? Error::corrupt("a row of a sync has a key that is not known here")
                          : item.error();
      return engine::Visit::Stop;
    }
    items.emplace(parts->item, std::move(*item));
    return engine::Visit::Continue;
  };
  const auto rows = held_items_range(sync);
  const engine::Range range{.begin = rows.begin, .end = rows.end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return items;
}

Task<Result<std::uint64_t>> find_time(const engine::View& view, const SyncRef& sync,
                                      LogBounds bounds, std::int64_t time_ms) {
  const Bytes prefix = log_prefix(sync);
  const std::int64_t wanted = time_ms - kOverlapMs;
  while (bounds.from < bounds.to) {
    const std::uint64_t middle = bounds.from + (bounds.to - bounds.from) / 2;
    auto edge = co_await next_edge(view, prefix, middle);
    CO_TRY(edge);
    if (!*edge || (*edge)->stamp >= bounds.to || (*edge)->time_ms >= wanted) {
      bounds.to = middle;
    } else {
      bounds.from = (*edge)->stamp + 1;
    }
  }
  // What lies between is of before.
  std::uint64_t place = bounds.from;
  for (;;) {
    auto edge = co_await next_edge(view, prefix, place);
    CO_TRY(edge);
    if (!*edge || (*edge)->time_ms >= time_ms) co_return place;
    place = (*edge)->stamp + 1;
  }
}

}  // namespace partita::syncs
