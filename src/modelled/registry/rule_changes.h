#pragma once

#include <vector>

#include "model/definition/model.h"
#include "modelled/registry/apply_plan.h"

namespace partita::registry {

// What is different in the rules of two versions of a model; all of it is new if there was none
// before (null). Entities and attributes that are new or gone are told in one line each.
std::vector<RuleChange> compare_rules(const model::Model* former, const model::Model& wanted);

}  // namespace partita::registry
