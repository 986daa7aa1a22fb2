#pragma once

#include "dynamodb/operations/write_plan.h"
#include "partita/base/error.h"

// What writes take of the throughput of their table.
namespace partita::operations {

// What a write costs its table at least, before anything is known of the item that is there.
double least_units(const WriteAction& action);

// Whether a table or an index had no throughput left.
bool is_throttling(const Error& error);

}  // namespace partita::operations
