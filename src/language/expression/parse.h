#pragma once

#include <memory>
#include <string_view>

#include "language/expression/expression_kind.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"

// From text to tree. The answer depends on nothing but the text, so it can be kept and shared.
// ERRORS: InvalidArgument in DynamoDB's words, for all that is wrong whatever the placeholders
// mean: size, syntax, limits, redundant parentheses, functions that do not exist or are misused,
// reserved words, sections that come twice.
// THREADS: safe for concurrent calls.

namespace partita::expression {

// REQUIRES: `kind` is Condition, Filter or KeyCondition.
Result<std::shared_ptr<const ConditionTree>> parse_condition(ExpressionKind kind,
                                                             std::string_view text);
Result<std::shared_ptr<const ProjectionTree>> parse_projection(std::string_view text);
Result<std::shared_ptr<const UpdateTree>> parse_update(std::string_view text);

}  // namespace partita::expression
