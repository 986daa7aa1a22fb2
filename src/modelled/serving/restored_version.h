#pragma once

#include "dynamodb/operations/context.h"
#include "modelled/serving/step_attributes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/value.h"

namespace partita::serving {

// The item as it was in the version that the arguments name, ready to be put as a new one: without
// the numbers, times and keys that the server gives to each version.
// REQUIRES: the step is a restore; context and input outlive the task.
// ERRORS: NotFound if there is no such version; those of gather_attributes and of Query.
Task<Result<Item>> restored_version(const operations::ReadContext& context, const StepInput& input);

}  // namespace partita::serving
