#pragma once

#include "modelled/serving/step_attributes.h"
#include "modelled/serving/step_requests.h"
#include "partita/base/result.h"

// Steps that change or delete an item which must be there.
namespace partita::serving {

// An update or a transition.
// ERRORS: as make_step.
Result<StepRequest> make_change(const StepInput& input, StepAttributes given);
Result<StepRequest> make_deletion(const StepInput& input, const StepAttributes& given);

}  // namespace partita::serving
