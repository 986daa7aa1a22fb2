#pragma once

#include "model/planning/pattern_plan.h"

namespace partita::planning {

// REQUIRES: the pattern is a put, update, delete, transition, restore or transaction.
std::vector<PatternWritePlan> plan_writes(const model::Pattern& pattern);

}  // namespace partita::planning
