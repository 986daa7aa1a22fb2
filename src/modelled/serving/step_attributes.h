#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/planning/pattern_plan.h"
#include "modelled/serving/arguments.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::serving {

// One write of a pattern as the caller asks for it.
struct StepInput {
  const model::Pattern& pattern;
  const planning::PatternWritePlan& plan;
  const std::vector<model::Binding>& by;
  const Arguments& arguments;
  const Item& body;
  // What a step before this one knows of its item, or nullopt.
  FunctionRef<std::optional<Value>(std::string_view step, std::string_view attribute)> earlier;

  const model::Entity& entity() const { return *plan.entity; }
};

// What is known of the item, by where it comes from. An attribute that is given twice has the same
// value in both places.
struct StepAttributes {
  Item body;    // In the types of the model.
  Item bound;   // By `by` and the path.
  Item copied;  // By `with`.
  Item all;
};

// ERRORS: BadArgument if a parameter is missing or of another type; BadBody if the body says
// something else than the parameters, or lacks what is copied from it.
// REQUIRES: check_item accepts the body.
Result<StepAttributes> gather_attributes(const StepInput& input);

// Whether the attribute is a key of the entity's row, or a part of one.
bool is_in_key(const model::Entity& entity, std::string_view attribute);

}  // namespace partita::serving
