#pragma once

#include "partita/base/result.h"
#include "partita/base/task.h"
#include "patterns/page_token.h"
#include "patterns/plan_arguments.h"
#include "patterns/read_pattern.h"

namespace partita::patterns {

// Runs a plan with Access::Get: one item by its whole key.
// ERRORS: BadArgument; NotFound if there is none, it has expired, or it is another entity's; those
// of GetItem.
Task<Result<ReadAnswer>> read_item(const Environment& environment, const TokenCall& call,
                                   const ReadRequest& request, const PlanArguments& arguments);

}  // namespace partita::patterns
