#pragma once

#include <cstdint>
#include <optional>

#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::items {

// The second at which the item expires, or nullopt if it does not: TTL is off, the attribute is
// absent, not a number, or before 1970.
//
// AWS: a value more than five years in the past does not expire the item; that is looked at when
// the item is due, since it depends on the time of day.
std::optional<std::uint64_t> expiry_second(const catalog::Table& table, const ItemView& item);
std::optional<std::uint64_t> expiry_second(std::string_view ttl_attribute, const ItemView& item);

}  // namespace partita::items
