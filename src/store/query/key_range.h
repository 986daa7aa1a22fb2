#pragma once

#include "language/expression/key_condition.h"
#include "store/keys/key_range.h"
#include "store/query/read_source.h"

namespace partita::query {

// The rows that a Query asks for.
// REQUIRES: the condition was matched to the source's key, and its values have the types of it.
keys::KeyRange key_range(const ReadSource& source, const expression::KeyCondition& condition);

}  // namespace partita::query
