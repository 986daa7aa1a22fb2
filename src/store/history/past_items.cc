#include "store/history/past_items.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#include "store/history/item_past.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_range.h"

namespace partita::history {
namespace {

using engine::Visit;

// How many entries of one item are passed over before its last one is looked for.
constexpr std::size_t kPassedOverMax = 64;
constexpr std::size_t kWithDeletedMax = 3;

std::string hex_of(ByteView bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

class Gathering {
 public:
  Gathering(const engine::View& view, const PastMoment& moment, ByteView last_key,
            const PastLimits& limits)
      : view_(view), moment_(moment), limits_(limits), last_key_(last_key) {}

  Task<Status> read_items() {
    auto range = keys::index_range(moment_.table, keys::IndexId::Base);
    if (!last_key_.empty()) range = keys::rest_after(std::move(range), last_key_);
    const auto visit = [&](ByteView key, ByteView value) {
      if (items_.size() == limits_.items_max || bytes_ >= limits_.bytes_max) {
        end_ = Bytes(key);
        return Visit::Stop;
      }
      items_.emplace_hint(items_.end(), Bytes(key), ItemPast(Bytes(value)));
      bytes_ += key.size() + value.size();
      return Visit::Continue;
    };
    const engine::Range wanted{.begin = range.begin,
                               .end = range.end,
                               .rows_hint = limits_.items_max + 1,
                               .bytes_hint = limits_.bytes_max};
    Status read = co_await view_.scan(wanted, visit);
    co_return read;
  }

  Task<Status> read_history() {
    auto last_day = co_await find_last_day();
    CO_TRY(last_day);
    if (!*last_day) co_return Status{};
    const auto last = static_cast<std::uint32_t>(**last_day);
    for (auto day = static_cast<std::uint32_t>(keys::day_of(moment_.time)); day <= last; ++day) {
      Status read = co_await read_day(static_cast<keys::HistoryDay>(day));
      CO_TRY(read);
    }
    co_return Status{};
  }

  Result<PastStretch> take() {
    PastStretch stretch{.items = {}, .entries = entries_, .last_key = last_key_};
    stretch.is_last = !end_;
    for (const auto& [key, past] : items_) {
      auto item = past.at_moment();
      if (!item.ok()) return std::move(item).error().within("item " + hex_of(key));
      if (*item) stretch.items.push_back({.key = key, .image = std::move(**item)});
      stretch.last_key = key;
    }
    return stretch;
  }

 private:
  keys::HistoryPlace place(keys::HistoryDay day) const {
    return {.table = moment_.table, .period = moment_.period, .day = day};
  }

  // The last day with entries, if it is not before the moment.
  Task<Result<std::optional<keys::HistoryDay>>> find_last_day() const {
    const auto period = keys::history_period_range(moment_.table, moment_.period);
    std::optional<Bytes> last;
    const auto visit = [&](ByteView key, ByteView) {
      last = Bytes(key);
      return Visit::Stop;
    };
    const auto first = keys::history_day_range(place(keys::day_of(moment_.time)));
    const engine::Range range{.begin = first.begin,
                              .end = period.end,
                              .direction = engine::Direction::Backward,
                              .rows_hint = 1};
    Status read = co_await view_.scan(range, visit);
    CO_TRY(read);
    if (!last) co_return std::optional<keys::HistoryDay>();
    auto parts = keys::parse_history_key(*last);
    CO_TRY(parts);
    co_return std::optional(parts->place.day);
  }

  keys::KeyRange rest_of(keys::HistoryDay day) const {
    auto range = keys::history_day_range(place(day));
    if (!last_key_.empty()) {
      range.begin = keys::prefix_end(keys::history_prefix(place(day), last_key_));
    }
    if (end_) range.end = keys::history_prefix(place(day), *end_);
    return range;
  }

  Task<Status> read_day(keys::HistoryDay day) {
    auto range = rest_of(day);
    while (!range.begin.empty() && !range.is_empty()) {
      skip_to_.clear();
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
      CO_TRY(visited);
      range.begin = skip_to_;
    }
    co_return Status{};
  }

  Result<Visit> add(ByteView key, ByteView value) {
    const ByteView prefix = key.substr(0, key.size() - std::min(key.size(), sizeof(std::uint64_t)));
    if (prefix != prefix_) {
      prefix_ = Bytes(prefix);
      passed_over_ = 0;
      item_key_ = TRY(keys::parse_history_key(key)).item_key;
      if (is_full_before(item_key_)) return end_before(item_key_);
    }
    ++entries_;
    ItemPast& past = items_[item_key_];
    if (past.is_settled() && ++passed_over_ > kPassedOverMax) {
      skip_to_ = keys::prefix_end(prefix_);
      return Visit::Stop;
    }
    bytes_ += TRY(past.add(value, moment_.time));
    return Visit::Continue;
  }

  // Whether there is too much already to begin with another item.
  bool is_full_before(const Bytes& item_key) const {
    if (items_.contains(item_key) || items_.empty()) return false;
    if (items_.begin()->first >= item_key) return false;
    return items_.size() >= limits_.items_max * kWithDeletedMax ||
           bytes_ >= limits_.bytes_max * kWithDeletedMax;
  }

  Visit end_before(const Bytes& item_key) {
    items_.erase(items_.lower_bound(item_key), items_.end());
    end_ = item_key;
    return Visit::Stop;
  }

  const engine::View& view_;
  const PastMoment moment_;
  const PastLimits limits_;
  const Bytes last_key_;
  std::optional<Bytes> end_;  // The first item that is left for the next stretch.
  std::map<Bytes, ItemPast> items_;
  std::size_t bytes_ = 0;
  std::size_t entries_ = 0;
  Bytes prefix_;  // Of the entry before, without its stamp; its item; how many did not matter.
  Bytes item_key_;
  std::size_t passed_over_ = 0;
  Bytes skip_to_;  // Where the scan of a day goes on; empty: it is over.
};

}  // namespace

Task<Result<PastStretch>> read_past(const engine::Engine& engine, const PastMoment& moment,
                                    ByteView last_key, PastLimits limits) {
  const auto snapshot = engine.snapshot();
  Gathering gathering(*snapshot, moment, last_key, limits);
  Status read = co_await gathering.read_items();
  CO_TRY(read);
  Status gathered = co_await gathering.read_history();
  CO_TRY(gathered);
  co_return gathering.take();
}

}  // namespace partita::history
