#pragma once

#include <cstddef>

#include "partita/value/item_view.h"

// Capacity units from bytes, as AWS counts them.
namespace partita::items {

enum class ReadConsistency { Eventual, Strong, Transactional };

// 4 KB a unit, at least one; half of it if the read may be stale, twice it in a transaction.
double read_units(std::size_t bytes, ReadConsistency consistency);
// The same of an item, which is measured only if it may take more than one.
double read_units_of(const ItemView& item, ReadConsistency consistency);
// 1 KB a unit, at least one.
double write_units_of(std::size_t bytes);

}  // namespace partita::items
