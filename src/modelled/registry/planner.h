#pragma once

#include <optional>
#include <vector>

#include "dynamodb/scaling/target.h"
#include "modelled/registry/apply_plan.h"
#include "modelled/registry/held_model.h"
#include "store/catalog/catalog.h"

namespace partita::registry {

// What a plan is made from.
struct PlanInput {
  const catalog::Catalog& catalog;
  const ModelSource& source;
  const model::Model& wanted;
  const std::vector<HeldPointer>& held;              // All models of the database that can be read.
  const std::vector<scaling::NamedTarget>& targets;  // What is scaled at present.
  // The model as it was applied before, if this program cannot read it. Else nullopt.
  std::optional<ModelRecord> unread = std::nullopt;
};

// The difference, without a look at the items of tables.
ApplyPlan make_plan(const PlanInput& input);

// The model of that name, or null.
HeldPointer find_held(const std::vector<HeldPointer>& held, std::string_view name);

}  // namespace partita::registry
