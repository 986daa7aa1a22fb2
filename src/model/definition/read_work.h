#pragma once

#include "model/definition/entity.h"
#include "model/definition/section_context.h"

namespace partita::model {

// `work` of a lifecycle.
// REQUIRES: the entity's attributes, and the states and transitions of the lifecycle are read.
WorkLease read_work(const Node& node, const Lifecycle& lifecycle, const Entity& entity,
                    SectionContext& context);

}  // namespace partita::model
