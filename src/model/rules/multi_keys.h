#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/definition/entity.h"
#include "model/rules/value_check.h"
#include "partita/base/result.h"

namespace partita::rules {

inline constexpr std::size_t kMultiKeyValuesMax = 100;

// The values of an index key with an entry for each element of a list or set: distinct, in the
// order of the list. One more than the maximum tells that there are too many.
// REQUIRES: the key has `each`.
// ERRORS: InvalidArgument, as KeyTemplate::render.
Result<std::vector<std::string>> multi_key_values(const model::IndexKey& key, Siblings attributes);

}  // namespace partita::rules
