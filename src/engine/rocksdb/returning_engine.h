#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engine/rocksdb/rocksdb_engine.h"

namespace partita::engine {

// Opens the same store for writing. Null if there is not enough space for that yet.
// ERRORS: Unavailable if it may go well later.
using Reopen = std::function<Result<std::unique_ptr<RocksdbEngine>>()>;

// The engine of a store that was opened for reading only, for want of space. It looks every second
// whether there is enough, and from then on takes writes, too; whoever reads meanwhile notices
// nothing. What was opened first is closed when the last transaction and snapshot of it have ended.
// `report` gets a line when it takes writes, or when it never will; it may be empty.
std::unique_ptr<RocksdbEngine> returning_engine(std::unique_ptr<RocksdbEngine> reading,
                                                Reopen reopen,
                                                std::function<void(std::string_view)> report);

}  // namespace partita::engine
