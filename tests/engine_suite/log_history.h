#pragma once

#include "engine/engine.h"
#include "engine_suite/violations.h"

namespace partita::engine {

// Threads append to one log, some in transactions that conflict, while others follow it from where
// they are. Afterwards every acknowledged entry must be in the log once and no refused one, in the
// order of the thread that appended it; each follower must have seen the very log that there is,
// although it never looked back; and no look may have shown a part of a transaction.
// REQUIRES: the engine is empty.
Violations check_log(Engine& engine, const Load& load);

}  // namespace partita::engine
