#pragma once

#include <deque>

#include "model/samples/sample_plan.h"
#include "partita/base/result.h"

namespace partita::samples {

// Makes plans of the model's `fake` section and joins parents and children.
// ERRORS: InvalidArgument if a parent has no plan or plans are each other's parents.
Status settle_plans(const model::Model& model, double scale, std::deque<SamplePlan>& plans);

// Says when each root creates its items, so that whatever an item must name is there before it.
// Roots without `over` come first, one day of them; the others fill their time up to `end`.
// ERRORS: InvalidArgument if a required reference has no plan, or plans need each other.
Status settle_times(model::Instant end, std::deque<SamplePlan>& plans);

}  // namespace partita::samples
