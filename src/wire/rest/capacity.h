#pragma once

#include <string>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rest {

// What a table was asked for against what it is provisioned with: {"table": .., "reads":
// {"consumed": [..], "provisioned": [..], "throttled": [..]}, ..}, a number for each minute. The
// query says of which table (`table`), perhaps of which index (`index`), and how far back (`last`,
// 24h if not given).
// REQUIRES: the context outlives the task.
// ERRORS: Failure BadArgument, NotFound; those of the engine.
Task<Result<std::string>> capacity_document(const operations::ReadContext& context,
                                            std::string query);

}  // namespace partita::rest
