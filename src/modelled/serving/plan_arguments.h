#pragma once

#include <string_view>

#include "model/planning/pattern_plan.h"
#include "model/planning/range_bounds.h"
#include "modelled/serving/arguments.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"

namespace partita::serving {

// The arguments of one call of a pattern that reads, as values of what they are compared with.
// Views the plan and the arguments.
class PlanArguments {
 public:
  // REQUIRES: the plan reads.
  // ERRORS: BadArgument if an argument is missing or not known.
  static Result<PlanArguments> create(const planning::PatternPlan& plan,
                                      const Arguments& arguments);

  // What the source stands for.
  // ERRORS: BadArgument.
  Result<Value> value(const planning::ValueSource& source, std::string_view attribute) const;
  // The bounds of the range, as they are given.
  planning::RangeText range() const;
  // What the filter's formula calls $name, by name.
  // ERRORS: BadArgument.
  Result<EncodedItem> filter_parameters() const;
  // "message_id = `7`, stage = `dev`": what is asked for.
  std::string description() const;

 private:
  PlanArguments(const planning::PatternPlan& plan, const Arguments& arguments)
      : pattern_(*plan.pattern), read_(*plan.read()), arguments_(arguments) {}
  const model::AttributeType* type_of(std::string_view attribute) const;
  Result<Value> filter_parameter(std::string_view name) const;

  const model::Pattern& pattern_;
  const planning::PatternReadPlan& read_;
  const Arguments& arguments_;
};

}  // namespace partita::serving
