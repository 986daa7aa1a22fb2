#pragma once

#include "model/definition/section_context.h"

namespace partita::model {

// Refuses what is wrong with the archives of the section.
// REQUIRES: they are read, and so are the entities.
void check_archives(SectionContext& context);

}  // namespace partita::model
