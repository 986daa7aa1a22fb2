#pragma once

#include "model/definition/section_context.h"

namespace partita::model {

// Refuses what is wrong with the syncs of the section.
// REQUIRES: they are read, and so are the entities.
void check_syncs(SectionContext& context);

}  // namespace partita::model
