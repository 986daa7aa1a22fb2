#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/model.h"
#include "model/samples/dice.h"
#include "model/samples/sample_plan.h"

namespace partita::samples {

// What becomes of the items of an entity after their creation: which states they go through, and
// which attributes they get on the way.
class Story {
 public:
  Story(const model::Model& model, const model::Entity& entity);

  // The states an item of the plan goes through, the first one included; empty without a lifecycle.
  // Outcomes have their shares, and some items try a state again whose repetitions are counted.
  std::vector<std::string> path(const ItemId& item, Dice& dice) const;
  // The states from a new item to this one, both included: those of the declared workload as far
  // as they lead there.   REQUIRES: the entity has a lifecycle.
  std::vector<std::string> way_to(const std::string& state) const;
  // Whether the attribute is set by a later write, not by the one that creates the item.
  bool is_late(const model::Attribute& attribute) const;
  // The attributes that the write which makes this transition sets, the status itself not among
  // them.
  std::vector<const model::Attribute*> arriving(const model::Transition& transition,
                                                std::string_view state, bool is_last) const;
  // The attributes whose change makes a new version; empty if the entity has no versions.
  std::vector<const model::Attribute*> edited() const;

 private:
  std::string first_state() const;
  std::string outcome(const model::FakePlan& plan, Dice& dice) const;
  bool is_set_by_transitions(std::string_view attribute) const;

  const model::Entity& entity_;
  std::vector<std::string> declared_path_;  // Of the workload.
  std::vector<std::string> late_;           // That patterns set with a transition.
};

// Whether clients never send the attribute: the server fills or keeps it.
bool is_servers(const model::Entity& entity, const model::Attribute& attribute);

}  // namespace partita::samples
