#pragma once

#include <cstdint>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// The keys of what items were (store/history). key_space.h has their grammar: the sort key stands
// there in its raw form, in groups (group_codec.h), so that entries are in the order of the items
// and all those of one item stand together, in the order of their stamps.
namespace partita::keys {

enum class HistoryPeriod : std::uint16_t {};
enum class HistoryDay : std::uint16_t {};  // Since 1970.

inline constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

// The day of a time in milliseconds since 1970. Days beyond the last one of 16 bits are the last.
HistoryDay day_of(std::int64_t time);
std::int64_t start_of(HistoryDay day);

struct HistoryPlace {
  TableId table;
  HistoryPeriod period;
  HistoryDay day;
};

// What the engine puts its stamp behind.
// REQUIRES: `item_key` is a key of item_keys.h.
Bytes history_prefix(const HistoryPlace& place, ByteView item_key);
// Sets the day of a prefix that was made for another one.
void set_history_day(Bytes& prefix, HistoryDay day);

// All entries of that day.
KeyRange history_day_range(const HistoryPlace& place);
// All entries of a table in earlier periods, and of this period before the day.
KeyRange history_before(const HistoryPlace& place);
// All entries of the period.
KeyRange history_period_range(TableId table, HistoryPeriod period);

struct HistoryKeyParts {
  HistoryPlace place;
  Bytes item_key;
  std::uint64_t stamp;
};
// ERRORS: Corrupt.
Result<HistoryKeyParts> parse_history_key(ByteView key);

}  // namespace partita::keys
