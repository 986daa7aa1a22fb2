#pragma once

#include <cstdint>
#include <vector>

#include "dynamodb/operations/context.h"
#include "model/definition/migration.h"
#include "modelled/registry/apply_plan.h"
#include "modelled/registry/apply_progress.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::registry {

struct ImpactOptions {
  std::uint64_t items_max = UINT64_MAX;  // No more are looked at.
  Report report;
  std::vector<model::Migration> migrations = {};  // As far as they would be.
};

// What the rules of a model would say about the items that a table holds, if each were put again
// as it is. Reads in pages, between which others can work; items that are written meanwhile may be
// seen or not.
// REQUIRES: all rules of the model are only observed (FreshModel::observe_all); `table` is one of
// its tables and is there. ERRORS: Corrupt if an item cannot be read; those of the engine, of tell
// and of TableRules::compile.
Task<Result<Impact>> measure_impact(operations::Context& context, ModelPointer model,
                                    const model::Table& table, const ImpactOptions& options);

}  // namespace partita::registry
