#pragma once

#include <memory>

#include "engine/engine.h"

namespace partita::engine {

// An engine that keeps all in memory and forgets it when destroyed: for tests and throw-away
// servers. Never waits: every Task it returns is ready. Its snapshots and transactions must not
// outlive it.
std::unique_ptr<Engine> open_memory_engine(KeyKinds kinds = &no_merged_keys);

}  // namespace partita::engine
