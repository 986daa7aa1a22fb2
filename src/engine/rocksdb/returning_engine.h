#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// Opens the same store for writing. Null if there is not enough space for that yet.
// ERRORS: Unavailable if it may go well later.
using Reopen = std::function<Result<std::unique_ptr<RocksdbEngine>>()>;

// The engine of a store that was opened for reading only, because the disk is full. It checks every
// second whether there is enough space, and accepts writes from then on; reads go on meanwhile. The
// engine for reading is closed when its last transaction and snapshot have ended. `report` gets a
// line when writes are accepted, or when they never will be; it may be empty.
std::unique_ptr<RocksdbEngine> returning_engine(std::unique_ptr<RocksdbEngine> reading,
                                                Reopen reopen,
                                                std::function<void(std::string_view)> report);

}  // namespace partita::engine
