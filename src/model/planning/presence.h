#pragma once

#include <string_view>

#include "model/definition/entity.h"

namespace partita::planning {

// Whether every item of the entity has a value for the attribute that can be a key: proved from the
// model, so "false" means "cannot be proved".
bool is_always_present(const model::Entity& entity, std::string_view attribute);

}  // namespace partita::planning
