#pragma once

#include "modelled/serving/plan_arguments.h"
#include "modelled/serving/read_pattern.h"
#include "partita/base/result.h"

namespace partita::serving {

// Gives rows the names that they have in the answer of the plan, and drops what has no place there.
// ERRORS: NotFound if the plan gives one item and there is none, or a part of a collection of which
// there must be one is not there.
Status shape_result(const planning::PatternPlan& plan, const PlanArguments& arguments,
                    ReadAnswer& answer);

}  // namespace partita::serving
