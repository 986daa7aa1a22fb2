#include "modelled/audit/history_audit.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "partita/base/crc32.h"
#include "store/history/entry.h"

namespace partita::audit {
namespace {

using engine::Direction;
using engine::Visit;

// So many items are followed at a time, whatever the changes of each are.
constexpr std::size_t kItemsMax = 20'000;

}  // namespace

HistoryAudit::HistoryAudit(const AuditedTable& audited) : audited_(audited) {}

keys::HistoryPlace HistoryAudit::place(std::uint32_t day) const {
  return {.table = audited_.table.id,
          .period = static_cast<keys::HistoryPeriod>(audited_.table.settings.recovery->period),
          .day = static_cast<keys::HistoryDay>(day)};
}

Task<Result<bool>> HistoryAudit::step() {
  if (!has_days_) {
    Status found = co_await find_days();
    CO_TRY(found);
  }
  to_.clear();
  chains_.clear();
  for (std::uint32_t day = first_day_; day <= last_day_; ++day) {
    Status read = co_await read_day(day);
    CO_TRY(read);
  }
  Status compared = co_await compare_with_items();
  CO_TRY(compared);
  if (to_.empty()) co_return false;
  from_ = chains_.rbegin()->first;
  co_return true;
}

Task<Status> HistoryAudit::find_days() {
  has_days_ = true;
  const auto first = co_await find_day(Direction::Forward);
  CO_TRY(first);
  const auto last = co_await find_day(Direction::Backward);
  CO_TRY(last);
  if (!*first || !*last) co_return Status{};
  first_day_ = **first;
  last_day_ = **last;
  co_return Status{};
}

Task<Result<std::optional<std::uint32_t>>> HistoryAudit::find_day(Direction from) const {
  Bytes found;
  const auto visit = [&](ByteView key, ByteView) {
    found = Bytes(key);
    return Visit::Stop;
  };
  const auto all = keys::history_period_range(audited_.table.id, place(0).period);
  const engine::Range range{.begin = all.begin, .end = all.end, .direction = from, .rows_hint = 1};
  Status read = co_await audited_.moment.scan(range, visit);
  CO_TRY(read);
  if (found.empty()) co_return std::optional<std::uint32_t>();
  auto parts = keys::parse_history_key(found);
  CO_TRY(parts);
  co_return std::optional(static_cast<std::uint32_t>(parts->place.day));
}

Task<Status> HistoryAudit::read_day(std::uint32_t day) {
  auto entries = keys::history_day_range(place(day));
  if (!from_.empty()) entries.begin = keys::prefix_end(keys::history_prefix(place(day), from_));
  if (!to_.empty()) entries.end = keys::history_prefix(place(day), to_);
  if (entries.is_empty()) co_return Status{};
  const auto visit = [&](ByteView key, ByteView value) {
    return add(key, value) ? Visit::Continue : Visit::Stop;
  };
  const engine::Range range{.begin = entries.begin, .end = entries.end};
  Status read = co_await audited_.moment.scan(range, visit);
  co_return read;
}

bool HistoryAudit::add(ByteView key, ByteView value) {
  auto parts = keys::parse_history_key(key);
  const auto entry = history::decode_entry(value);
  if (!parts.ok() || !entry.ok()) {
    audited_.report(Aspect::History, row_name(key), "a change cannot be read");
    return true;
  }
  if (!to_.empty() && parts->item_key >= to_) return false;
  audited_.work.add(key, value);
  Chain before{.exists = entry->kind != history::Entry::Kind::Absent};
  if (before.exists) before.sum = entry->is_whole() ? crc32(entry->before) : entry->before_sum;
  const auto [chain, is_first] = chains_.try_emplace(parts->item_key);
  if (!is_first && chain->second != before) {
    report(parts->item_key, "a change in its history does not follow from the one before it");
  }
  chain->second = {.exists = !entry->is_deletion, .sum = entry->is_deletion ? 0 : entry->after_sum};
  if (chains_.size() > kItemsMax) leave_half_for_later();
  return true;
}

// Their entries of earlier days are read again then.
void HistoryAudit::leave_half_for_later() {
  const auto middle = std::next(chains_.begin(), static_cast<std::ptrdiff_t>(chains_.size() / 2));
  to_ = middle->first;
  chains_.erase(middle, chains_.end());
}

Task<Status> HistoryAudit::compare_with_items() {
  std::vector<ByteView> wanted;
  for (const auto& [key, chain] : chains_) wanted.emplace_back(key);
  auto chain = chains_.begin();
  const auto visit = [&](std::size_t, std::optional<ByteView> stored) {
    const auto& [key, last] = *chain++;
    const Chain present{.exists = stored.has_value(), .sum = stored ? crc32(*stored) : 0};
    if (present != last) report(key, "it is not what the last change in its history has made");
  };
  if (wanted.empty()) co_return Status{};
  Status read = co_await audited_.moment.get(wanted, visit);
  co_return read;
}

void HistoryAudit::report(ByteView item_key, std::string what) const {
  audited_.report(Aspect::History, row_name(item_key), std::move(what));
}

}  // namespace partita::audit
