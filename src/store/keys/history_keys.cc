#include "store/keys/history_keys.h"

#include <algorithm>
#include <limits>

#include "partita/base/check.h"
#include "store/keys/group_codec.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

namespace partita::keys {
namespace {

constexpr std::size_t kDayAt = sizeof(Space) + sizeof(TableId) + sizeof(HistoryPeriod);
constexpr std::size_t kDayBytes = kDayAt + sizeof(HistoryDay);
constexpr std::size_t kStampBytes = sizeof(std::uint64_t);
// Of an item's key: what stands before its partition's hash, and before its sort key.
constexpr std::size_t kHashAt = sizeof(Space) + sizeof(TableId) + sizeof(IndexId);
constexpr std::size_t kSortAt = kHashAt + KeyHash::kBytes;

KeyBuilder start_period(TableId table, HistoryPeriod period, std::size_t key_bytes) {
  KeyBuilder builder(Space::History, key_bytes);
  builder.integer(table).integer(period);
  return builder;
}

KeyBuilder start_day(const HistoryPlace& place, std::size_t key_bytes) {
  KeyBuilder builder = start_period(place.table, place.period, key_bytes);
  builder.integer(place.day);
  return builder;
}

Error damaged() { return Error::corrupt("a key of a table's history is damaged"); }

}  // namespace

HistoryDay day_of(std::int64_t time) {
  constexpr std::int64_t kLast = std::numeric_limits<std::uint16_t>::max();
  return static_cast<HistoryDay>(std::clamp<std::int64_t>(time / kDayMs, 0, kLast));
}

std::int64_t start_of(HistoryDay day) { return static_cast<std::int64_t>(day) * kDayMs; }

Bytes history_prefix(const HistoryPlace& place, ByteView item_key) {
  PARTITA_CHECK(item_key.size() >= kSortAt);
  const ByteView sort = item_key.substr(kSortAt);
  const std::size_t bytes = kDayBytes + KeyHash::kBytes + grouped_bytes(sort.size()) + kStampBytes;
  KeyBuilder builder = start_day(place, bytes);
  builder.bytes(item_key.substr(kHashAt, KeyHash::kBytes));
  if (!sort.empty()) append_grouped(builder.key(), sort);
  return builder.take();
}

void set_history_day(Bytes& prefix, HistoryDay day) {
  const auto stored = big_endian(day);
  std::copy(stored.begin(), stored.end(), prefix.begin() + kDayAt);
}

KeyRange history_day_range(const HistoryPlace& place) {
  return prefix_range(start_day(place, kDayBytes).take());
}

KeyRange history_before(const HistoryPlace& place) {
  return {.begin = space_range(Space::History, place.table).begin,
          .end = start_day(place, kDayBytes).take()};
}

KeyRange history_period_range(TableId table, HistoryPeriod period) {
  return prefix_range(start_period(table, period, kDayAt).take());
}

Result<HistoryKeyParts> parse_history_key(ByteView key) {
  if (key.size() < kDayBytes + KeyHash::kBytes + kStampBytes) return damaged();
  KeyReader reader(key);
  if (reader.integer<Space>() != Space::History) return damaged();
  HistoryKeyParts parts{};
  parts.place.table = reader.integer<TableId>();
  parts.place.period = reader.integer<HistoryPeriod>();
  parts.place.day = reader.integer<HistoryDay>();
  const KeyHash hash = reader.hash();
  ByteView rest = reader.rest();
  Bytes sort;
  if (rest.size() > kStampBytes) sort = TRY(take_grouped(rest));
  if (rest.size() != kStampBytes) return damaged();
  parts.stamp = ByteReader(rest).integer<std::uint64_t>();
  parts.item_key = index_range(parts.place.table, IndexId::Base).begin;
  parts.item_key.append(hash.view()).append(sort);
  return parts;
}

}  // namespace partita::keys
