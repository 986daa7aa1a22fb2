#pragma once

#include <string>

#include "modelled/registry/apply_plan.h"
#include "modelled/registry/model_store.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// Plans as JSON, for programs: {"model": .., "steps": [..], "rules": [..], ..}. What a server
// writes the command line reads back, so that it prints it as if it had been done there: both go by
// one description of the members.
namespace partita::registry {

std::string to_json(const ApplyPlan& plan);
// What has been done.
std::string to_json(const Applied& applied);

// What rules say about stored items, as it stands in a plan.
std::string to_json(const Impact& impact);

// Reads what to_json has written, as an object with the members of the JSON. What is not in it is
// as in a plan that is empty; the requests of steps are not in it. ERRORS: InvalidArgument if it is
// no plan.
Result<ApplyPlan> plan_in(const Item& object);
Result<Applied> applied_in(const Item& object);

}  // namespace partita::registry
