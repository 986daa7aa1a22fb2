#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/tree_difference.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"

namespace partita::registry {

// What two models that the database holds say differently, their params and overrides applied.
struct ModelDifference {
  std::string left;  // Names, as the database holds them.
  std::string right;
  std::vector<model::TreeDifference> places;
};

// Each side is the name of a model ("rez_agent@dev") or of an environment ("dev"); two environments
// are compared for every model that is in both.
// ERRORS: NotFound if there is no such model, or none is in both.
Result<std::vector<ModelDifference>> compare_held(const std::vector<HeldPointer>& held,
                                                  std::string_view left, std::string_view right);

}  // namespace partita::registry
