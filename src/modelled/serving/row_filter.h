#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/formula/timestamp.h"
#include "model/planning/pattern_plan.h"
#include "model/rules/entity_finder.h"
#include "modelled/serving/plan_arguments.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_view.h"

namespace partita::serving {

// What of the items that are read is shown: those of the plan's entities that have not expired and
// for which its conditions hold. Views the plan and the finder.
class RowFilter {
 public:
  // `finder` is of the plan's table; null: nothing is known about entities.
  // ERRORS: BadArgument.
  static Result<RowFilter> create(const planning::PatternReadPlan& plan,
                                  const rules::EntityFinder* finder, const PlanArguments& arguments,
                                  model::Instant now);

  // What the item is in the plan; null: it is not shown.
  const planning::PlannedRow* find(const ItemView& item) const;
  // Whether items may be dropped for another reason than that they have expired.
  bool is_selective() const { return plan_->is_filtered(); }

 private:
  struct Equality {
    std::string_view attribute;
    std::vector<EncodedValue> values;  // One of them.
  };

  RowFilter(const planning::PatternReadPlan& plan, const rules::EntityFinder* finder,
            model::Instant now)
      : plan_(&plan), finder_(finder), now_(now) {}

  // Which of the plan's rows the item is.
  const planning::PlannedRow* identify(const ItemView& item) const;
  bool holds(const ItemView& item) const;

  const planning::PatternReadPlan* plan_;
  const rules::EntityFinder* finder_;
  model::Instant now_;
  std::vector<Equality> equalities_;
  EncodedItem parameters_;  // Of the filter.
};

}  // namespace partita::serving
