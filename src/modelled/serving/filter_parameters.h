#pragma once

#include <string_view>

#include "model/definition/entity.h"
#include "model/formula/formula.h"

namespace partita::serving {

// The type that a parameter of a filter has, told by what the formula does with it: `total > $min`
// compares it with a number. Null: a text.
const model::AttributeType* filter_parameter_type(const model::Formula& filter,
                                                  const model::Entity& entity,
                                                  std::string_view parameter);

}  // namespace partita::serving
