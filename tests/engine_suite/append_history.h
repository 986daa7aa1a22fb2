#pragma once

#include "engine/engine.h"
#include "engine_suite/violations.h"

namespace partita::engine {

// Threads read lists, append numbers of their own and commit. Afterwards every acknowledged number
// must stand exactly where it was written, no refused one may be there, every list that was read
// must be a beginning of the final one, plain reads must have seen all that was acknowledged, and
// the transactions must fit into one serial order. Finds lost and repeated writes, lost updates,
// write skew, stale and dirty reads, halves of transactions.
// REQUIRES: the engine is empty.
Violations check_appends(Engine& engine, const Load& load);

}  // namespace partita::engine
