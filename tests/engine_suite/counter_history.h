#pragma once

#include "engine/engine.h"
#include "engine_suite/violations.h"

namespace partita::engine {

// Threads raise a few counters through the retry loop. In the end each counter must be as high as
// increments were acknowledged, or higher by no more than were unknown. Finds lost updates, and
// increments that the loop made twice.
// REQUIRES: the engine is empty.
Violations check_counters(Engine& engine, const Load& load);

}  // namespace partita::engine
