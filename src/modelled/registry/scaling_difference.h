#pragma once

#include "modelled/registry/apply_plan.h"
#include "modelled/registry/planner.h"

namespace partita::registry {

// Adds the steps that scale what the model wants to be scaled, after those that make its tables;
// and those that end the scaling that only the model before wanted.
void compare_scaling(const PlanInput& input, const model::Model* former, ApplyPlan& plan);

}  // namespace partita::registry
