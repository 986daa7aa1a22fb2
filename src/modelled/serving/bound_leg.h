#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dynamodb/operations/tree_requests.h"
#include "model/planning/pattern_plan.h"
#include "modelled/serving/plan_arguments.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// An attribute that rows of a leg are sorted by, and how many of its first bytes all of them have
// in common: these differ from leg to leg and say nothing about the order.
struct OrderPart {
  std::string attribute;
  std::size_t shared_bytes = 0;
};

// A leg whose values are known: what to ask for.
struct BoundLeg {
  operations::TreeRead request;  // Without consistency and direction.
  std::vector<OrderPart> order;
};

// ERRORS: BadArgument.
Result<BoundLeg> bind_leg(const planning::PatternReadPlan& plan, const planning::Leg& leg,
                          const PlanArguments& arguments);

// The key of the one item that a plan with Access::Get reads.
// ERRORS: BadArgument.
Result<EncodedItem> bind_key(const planning::PatternReadPlan& plan, const PlanArguments& arguments);

}  // namespace partita::serving
