#pragma once

#include "modelled/serving/read_pattern.h"

namespace partita::serving {

// Runs a search. Arguments: `q` (the words), `match` (all or any), `facets` (attributes with commas
// between them), `partial` (1: answer although it is still being built), and a value for each
// attribute that the search has as a filter.
//
// All of a page is of one moment, and the pages of an answer share their scores' numbers: they
// neither lose nor repeat an item that is not written in between.
// REQUIRES: `plan` is one of the model's and searches; all arguments outlive the task.
// ERRORS: BadArgument: Q701 (not a question), Q703 (its words are in too many items); BadToken;
// StillBuilding: Q702, with how far it is; NotServed if nothing keeps the index.
Task<Result<ReadAnswer>> read_search(const PatternContext& context, const ServedModel& model,
                                     const planning::PatternPlan& plan,
                                     const PatternReadRequest& request);

}  // namespace partita::serving
