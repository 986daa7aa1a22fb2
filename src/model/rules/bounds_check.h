#pragma once

#include <cstddef>
#include <string_view>

#include "model/definition/attribute.h"
#include "model/rules/fault.h"
#include "partita/value/item_view.h"

namespace partita::rules {

bool has_bounds(const model::Bounds& bounds);

// Whether a number is within the bounds. REQUIRES: the value is N.
FaultPointer check_bounds(const model::Bounds& bounds, const ValueView& value);

// Whether a value has as many `units` (characters, elements, bytes) as the bounds allow.
FaultPointer check_count(const model::Bounds& bounds, std::size_t count, std::string_view units,
                         const ValueView& value);

}  // namespace partita::rules
