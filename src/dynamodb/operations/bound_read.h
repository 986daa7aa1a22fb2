#pragma once

#include <cstdint>
#include <optional>

#include "expression/condition.h"
#include "expression/expression_cache.h"
#include "expression/projection.h"
#include "operations/expression_scope.h"
#include "operations/read_parameters.h"
#include "partita/base/result.h"
#include "query/read_plan.h"

namespace partita::operations {

// A Query or a Scan while it is understood, and the plan that comes of it. The plan views the rest,
// and all of it views the request. Not movable.
struct BoundRead {
  explicit BoundRead(expression::ExpressionCache& cache) : scope(cache) {}

  ExpressionScope scope;
  std::optional<expression::Condition> key_condition;  // Of a Query with an expression for it.
  std::optional<expression::Condition> filter;
  std::optional<expression::Projection> projection;
  query::ReadPlan plan;
};

// Binds FilterExpression and ProjectionExpression, if they are given.
// ERRORS: InvalidArgument in DynamoDB's words.
Status bind_selection(BoundRead& read, const std::optional<std::string>& filter_expression,
                      const std::optional<std::string>& projection_expression);

// Fills what does not depend on where the rows lie.
void complete_plan(BoundRead& read, const std::optional<std::int32_t>& limit,
                   const std::optional<bool>& consistent_read);

}  // namespace partita::operations
