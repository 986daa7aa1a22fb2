#pragma once

#include <optional>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::engine {

// What is stored under the key, as the transaction or the view sees it.
// ERRORS: those of Transaction::get and View::get.
Task<Result<std::optional<Bytes>>> read_one(Transaction& transaction, ByteView key);
Task<Result<std::optional<Bytes>>> read_one(const View& view, ByteView key);

}  // namespace partita::engine
