#pragma once

#include <optional>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::engine {

// What is stored under the key, as the transaction sees it.   ERRORS: those of Transaction::get.
Task<Result<std::optional<Bytes>>> read_one(Transaction& transaction, ByteView key);

}  // namespace partita::engine
