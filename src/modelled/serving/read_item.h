#pragma once

#include "modelled/serving/page_token.h"
#include "modelled/serving/plan_arguments.h"
#include "modelled/serving/read_pattern.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::serving {

// Runs a plan with Access::Get: one item by its whole key.
// ERRORS: BadArgument; NotFound if there is none, it has expired, or it is another entity's; those
// of GetItem.
Task<Result<ReadAnswer>> read_item(const PatternContext& context, const TokenCall& call,
                                   const PatternReadRequest& request,
                                   const PlanArguments& arguments);

}  // namespace partita::serving
