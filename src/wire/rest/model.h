#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/planning/pattern_plan.h"
#include "modelled/registry/held_model.h"
#include "modelled/serving/served_model.h"
#include "partita/value/item_view.h"
#include "wire/rest/item.h"

namespace partita::rest {

// A model as its API needs it.
// THREADS: immutable, safe for concurrent calls.
class RestModel {
 public:
  explicit RestModel(registry::HeldPointer held);

  const serving::ServedModel& served() const { return served_; }
  const model::Model& model() const { return served_.model(); }
  // As the database holds it: with its environment, if it has one.
  const std::string& name() const { return served_.held().record.name; }

  // The plan of a live pattern, or null if nothing serves it.
  const planning::PatternPlan* plan_of(const model::Pattern& pattern) const;
  // The plan of a put that must not find an item, or null if the pattern is no put of one item.
  const planning::PatternPlan* creation_of(const model::Pattern& pattern) const;

  // Null for the row of no entity.
  void put_item(protocol::JsonSink& sink, const ItemView& item, const model::Entity* entity,
                JsonForm form) const;
  // Where the item can be read; empty if there is no route for one of its kind.
  std::string location_of(const model::Entity& entity, const ItemView& item) const;

  // The whole document, as `partita model export openapi` writes it.
  const std::string& openapi() const { return openapi_; }

 private:
  void add_creation(const model::Pattern& pattern);
  void add_location(const model::Pattern& pattern);

  serving::ServedModel served_;
  std::map<const model::Pattern*, planning::PatternPlan> creations_;
  std::map<const model::Entity*, ItemPresenter> presenters_;
  std::map<const model::Entity*, const model::Pattern*> locations_;  // A `get` with a route.
  std::string openapi_;
};

}  // namespace partita::rest
