#pragma once

#include "language/expression/bound_operands.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"

namespace partita::expression {

// Whether the operands of a test fit it, as far as that can be known without an item.
// REQUIRES: the node is no And, Or or Not, and its operands are bound.
// ERRORS: InvalidArgument in DynamoDB's words: the number of operands, then operands that must
// differ, then types.
Status check_test(ExpressionKind kind, const ConditionNode& node, const BoundOperands& operands);

}  // namespace partita::expression
