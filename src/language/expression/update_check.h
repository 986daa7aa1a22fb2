#pragma once

#include "language/expression/bound_operands.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"

namespace partita::expression {

// Whether the operands of an update fit its sections and functions, as far as that can be known
// without an item.
// REQUIRES: the operands are bound.
// ERRORS: InvalidArgument in DynamoDB's words: ADD and DELETE first, then calls.
Status check_update(const UpdateTree& tree, const BoundOperands& operands);

}  // namespace partita::expression
