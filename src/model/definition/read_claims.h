#pragma once

#include "model/definition/section_context.h"

namespace partita::model {

// Adds to the patterns of the model what the workers of each claim call, named after it:
// NAME_take, NAME_heartbeat, NAME_complete, NAME_fail and NAME_release. They are patterns like any
// other: updates and transitions that name the token of the lease.
// REQUIRES: all patterns of the file are read.
void add_worker_patterns(SectionContext& context);

}  // namespace partita::model
