#pragma once

#include <vector>

#include "catalog/catalog.h"
#include "models/held_model.h"
#include "models/plan.h"

namespace partita::models {

// What a plan is made from.
struct PlanInput {
  const catalog::Catalog& catalog;
  const ModelSource& source;
  const model::Model& wanted;
  const std::vector<HeldPointer>& held;  // All models of the database.
};

// The difference, without a look at the items of tables.
Plan make_plan(const PlanInput& input);

// The model of that name, or null.
HeldPointer find_held(const std::vector<HeldPointer>& held, std::string_view name);

}  // namespace partita::models
