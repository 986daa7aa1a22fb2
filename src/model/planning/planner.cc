#include "model/planning/planner.h"

#include "model/planning/read_planner.h"
#include "model/planning/write_planner.h"

namespace partita::planning {

PlanningOutcome plan_pattern(const model::Model& model, const model::Pattern& pattern,
                             const PlanningOptions& options) {
  using model::PatternKind;
  switch (pattern.kind) {
    case PatternKind::Get:
      return plan_get(model, pattern, options);
    case PatternKind::Query:
    case PatternKind::Claim:
      return plan_query(model, pattern, options);
    case PatternKind::History:
      return plan_history(model, pattern);
    case PatternKind::Collection:
      return plan_collection(model, pattern, options);
    case PatternKind::Search:
      return {PatternPlan{&pattern, PatternSearchPlan{pattern.search, pattern.page}}, {}, {}};
    case PatternKind::Transition:
    case PatternKind::Put:
    case PatternKind::Update:
    case PatternKind::Delete:
    case PatternKind::Erase:
    case PatternKind::Restore:
    case PatternKind::Transaction:
      return {PatternPlan{&pattern, plan_writes(pattern)}, {}, {}};
  }
  return {};
}

}  // namespace partita::planning
