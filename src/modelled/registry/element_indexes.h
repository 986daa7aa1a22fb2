#pragma once

#include "model/model.h"
#include "models/progress.h"
#include "operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::models {

// Makes indexes anew whose keys have an entry for each element of a list, if their entries were
// made by other rules: nobody could find the old ones any more. What an index was made by lies in
// the engine, so that a crash in between is noticed by the next apply.
// REQUIRES: the rules of the model are attached; operations::BackgroundJobs are at work.
// ERRORS: those of the operations and the engine.
Task<Status> renew_element_indexes(operations::Context& context, const model::Model& model,
                                   const Report& report);

}  // namespace partita::models
