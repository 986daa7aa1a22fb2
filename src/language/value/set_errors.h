#pragma once

#include <string_view>
#include <vector>

#include "partita/base/error.h"
#include "partita/value/value_type.h"

namespace partita {

// DynamoDB's error for a set without elements. REQUIRES: `type` is SS, NS or BS.
Error empty_set(ValueType type);

// DynamoDB's error for a set with equal elements. For SS and BS it lists `elements` in their order.
Error duplicates_in_set(ValueType type, const std::vector<std::string_view>& elements);

}  // namespace partita
