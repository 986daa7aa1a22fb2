#pragma once

#include "model/planning/planner.h"

namespace partita::planning {

// The planners of the kinds of patterns that read. REQUIRES: the pattern is of that kind.
PlanningOutcome plan_get(const model::Model& model, const model::Pattern& pattern,
                         const PlanningOptions& options);
PlanningOutcome plan_query(const model::Model& model, const model::Pattern& pattern,
                           const PlanningOptions& options);
PlanningOutcome plan_history(const model::Model& model, const model::Pattern& pattern);
PlanningOutcome plan_collection(const model::Model& model, const model::Pattern& pattern,
                                const PlanningOptions& options);

// Where the rows of the pattern may be read: the table first, then its indexes.
std::vector<const model::Index*> readable_indexes(const model::Pattern& pattern,
                                                  const model::Table& table,
                                                  const PlanningOptions& options);

// Completes a plan whose table, index, legs and rows are known: foreign rows, projection, page.
void finish_read(const model::Model& model, const model::Pattern& pattern, PatternReadPlan& plan);

// What would serve a query that nothing serves.
Proposal propose(const model::Pattern& pattern, const std::vector<Rejection>& rejections);

}  // namespace partita::planning
