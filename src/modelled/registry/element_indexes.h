#pragma once

#include "dynamodb/operations/context.h"
#include "model/definition/model.h"
#include "modelled/registry/apply_progress.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

namespace partita::registry {

// Makes indexes anew whose keys have an entry for each element of a list, if their entries were
// made by other rules: nobody could find the old ones any more. What an index was made by lies in
// the engine, so that a crash in between is noticed by the next apply.
// REQUIRES: the rules of the model are attached; the jobs run.
// ERRORS: those of the operations and the engine.
Task<Status> renew_element_indexes(operations::Context& context, jobs::Jobs& jobs,
                                   const model::Model& model, const Report& report);

}  // namespace partita::registry
