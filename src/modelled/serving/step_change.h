#pragma once

#include "partita/base/result.h"
#include "patterns/step_attributes.h"
#include "patterns/step_requests.h"

// Steps that change or delete an item which must be there.
namespace partita::patterns {

// An update or a transition.
// ERRORS: as make_step.
Result<StepRequest> make_change(const StepInput& input, StepAttributes given);
Result<StepRequest> make_deletion(const StepInput& input, const StepAttributes& given);

}  // namespace partita::patterns
