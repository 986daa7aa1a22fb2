#pragma once

#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::registry {

// All models that are stored.
struct StoredModels {
  std::vector<HeldPointer> held;
  std::vector<ModelRecord> unread;  // Those that this program cannot read.
};

// Finishes what a program has left half done that was changing the rules of tables: rules of stored
// models are attached to all of their tables, tables of models that are gone lose theirs, and
// leftovers are erased, of marked tables alone (enforcement/leftovers.h). What belongs to a model
// that this program cannot read stays as it is. Does nothing if there is nothing left.
// REQUIRES: no upkeep is at work, and nobody applies or removes a model, here or elsewhere.
// ERRORS: Corrupt; those of the engine.
Task<Status> settle_rules(operations::Context& context, const StoredModels& models,
                          const enforcement::RuleContext& rule_context);

}  // namespace partita::registry
