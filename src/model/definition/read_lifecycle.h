#pragma once

#include "model/definition/entity.h"
#include "model/definition/section_context.h"

namespace partita::model {

// `lifecycle`, if the entity has one. REQUIRES: the entity's attributes are read.
void read_lifecycle(const Node& node, SectionContext& context, Entity& entity);

}  // namespace partita::model
