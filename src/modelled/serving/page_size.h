#pragma once

#include <cstddef>
#include <optional>

#include "model/planning/pattern_plan.h"
#include "partita/base/result.h"

namespace partita::serving {

// How many items a page of the pattern has, if its caller asks for `limit`.
// ERRORS: BadArgument.
Result<std::size_t> items_of_page(const planning::PatternPlan& plan,
                                  const std::optional<model::PageSize>& declared,
                                  const std::optional<int>& limit);

}  // namespace partita::serving
