#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"
#include "models/held_model.h"
#include "planning/plan.h"
#include "rules/entity_finder.h"

namespace partita::patterns {

// A model that the database holds, with a plan for each of its live patterns.
// THREADS: immutable, safe for concurrent calls.
class ServedModel {
 public:
  explicit ServedModel(models::HeldPointer held);

  const model::Model& model() const { return *held_->model; }
  const models::HeldModel& held() const { return *held_; }
  // The plan of that pattern; null if there is no such pattern, it comes in a later phase, or
  // nothing serves it.
  const planning::Plan* find(std::string_view pattern) const;
  // Tells the entities of the table apart; null if nothing can.
  const rules::EntityFinder* finder(const model::Table& table) const;

 private:
  models::HeldPointer held_;
  std::vector<planning::Plan> plans_;  // By the name of their patterns.
  std::vector<std::pair<const model::Table*, rules::EntityFinder>> finders_;
};

}  // namespace partita::patterns
