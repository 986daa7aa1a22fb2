#pragma once

#include <cstdint>
#include <optional>

#include "partita/api/timestamp.h"
#include "store/catalog/catalog.h"
#include "store/catalog/table.h"

// Which moments of a table can be restored. Times are milliseconds since 1970.
namespace partita::history {

// AWS: the latest moment that can be restored is five minutes back.
inline constexpr std::int64_t kRestorableLagMs = 5LL * 60 * 1000;

std::int64_t to_milliseconds(const api::Timestamp& time);
api::Timestamp to_timestamp(std::int64_t milliseconds);

struct RestorableRange {
  std::int64_t earliest;
  std::int64_t latest;  // As AWS tells it; the history itself reaches until now.
};
// nullopt while recovery is off.
std::optional<RestorableRange> restorable_range(const catalog::Table& table, std::int64_t now);

// The earliest moment of the table to which another one is being restored; nullopt: there is none.
// As long as there is one, neither the table nor its history since then may go.
std::optional<std::int64_t> oldest_restore_from(const catalog::Catalog& catalog,
                                                keys::TableId source);

}  // namespace partita::history
