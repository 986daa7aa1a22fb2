#pragma once

#include <string_view>

#include "model/planning/pattern_plan.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::serving {

// Gives what a source of a plan stands for, as a value of the attribute.
using SourceValues =
    FunctionRef<Result<Value>(const planning::ValueSource& source, std::string_view attribute)>;

// The value of a key attribute: a template rendered, or a value as it is.
// ERRORS: BadArgument if a value does not fit the template; those of `values`.
Result<Value> render_key_value(const planning::KeyValueSource& value, SourceValues values);

}  // namespace partita::serving
