#pragma once

#include "model/definition/section_context.h"

namespace partita::model {

// Refuses what is wrong with the migrations of the section.
// REQUIRES: they are read, and so are tables and entities.
void check_migrations(SectionContext& context);

}  // namespace partita::model
