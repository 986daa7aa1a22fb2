#pragma once

#include "engine/engine.h"
#include "engine_suite/violations.h"

namespace partita::engine {

// Threads move money between accounts while others add up all accounts: by one scan, by several
// reads of one snapshot, and by several reads of one transaction. Every sum must be the same and
// no account may be overdrawn. Finds torn commits, moving snapshots and untracked reads.
// REQUIRES: the engine is empty.
Violations check_bank(Engine& engine, const Load& load);

}  // namespace partita::engine
