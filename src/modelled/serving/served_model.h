#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/model.h"
#include "model/planning/pattern_plan.h"
#include "model/rules/entity_finder.h"
#include "modelled/registry/held_model.h"
#include "modelled/serving/claim_queue.h"

namespace partita::serving {

// A model that the database holds, with a plan for each of its live patterns.
// THREADS: safe for concurrent calls.
class ServedModel {
 public:
  explicit ServedModel(registry::HeldPointer held);

  const model::Model& model() const { return *held_->model; }
  const registry::HeldModel& held() const { return *held_; }
  // The plan of that pattern; null if there is no such pattern, it comes in a later phase, or
  // nothing serves it.
  const planning::PatternPlan* find(std::string_view pattern) const;
  // Tells the entities of the table apart; null if nothing can.
  const rules::EntityFinder* finder(const model::Table& table) const;
  // What this program's workers claim.
  ClaimQueues& claims() const { return *claims_; }

 private:
  registry::HeldPointer held_;
  std::unique_ptr<ClaimQueues> claims_ = std::make_unique<ClaimQueues>();
  std::vector<planning::PatternPlan> plans_;  // By the name of their patterns.
  std::vector<std::pair<const model::Table*, rules::EntityFinder>> finders_;
};

}  // namespace partita::serving
