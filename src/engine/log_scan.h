#pragma once

#include "engine/engine.h"

namespace partita::engine {

// View::read_log for an engine whose commits can be seen in the order of their stamps: a scan of
// the keys under the prefix. ERRORS: those of View::scan; Corrupt if a key under the prefix does
// not end in a stamp.
Task<Status> scan_log(const View& view, const LogRange& range, LogVisitor visit);

}  // namespace partita::engine
