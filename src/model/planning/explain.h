#pragma once

#include <string>

#include "model/planning/planner.h"

// Plans as text. Attributes whose names are reserved words are shown as #name, as they would have
// to be written in an expression.

namespace partita::planning {

// "stage-created_date-index", "table", "search artists": where the plan reads or writes.
std::string place_text(const PatternPlan& plan);

// "stage = :stage AND created_date BETWEEN :lo AND :hi", with filter and legs behind it.
std::string condition_text(const PatternPlan& plan);

// One plan with all its values: a line as in the list, then one fact a line, indented.
std::string explain(const PatternPlan& plan);

// Why nothing serves the pattern, index by index, and what would.
std::string explain(const model::Pattern& pattern, const PlanningOutcome& outcome);

// The plans of all patterns of a model, a line each, in columns; a pattern without a plan says so.
std::string explain_all(const model::Model& model);

}  // namespace partita::planning
