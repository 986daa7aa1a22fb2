#pragma once

#include <rocksdb/status.h>

#include "partita/base/error.h"

namespace partita::engine {

// What a failed read or open of RocksDB means to us. A failed write is never passed through here:
// whether it was applied is for the committer to say.
Error error_from(const rocksdb::Status& status);

}  // namespace partita::engine
