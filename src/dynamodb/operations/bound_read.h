#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/query_key.h"
#include "language/expression/condition.h"
#include "language/expression/expression_cache.h"
#include "language/expression/key_condition.h"
#include "language/expression/projection.h"
#include "partita/base/result.h"
#include "store/query/read_plan.h"

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

// The plan reads the rows that the condition on the key is about. `plan.source` is set.
void locate_partition(const expression::KeyCondition& condition, query::ReadPlan& plan);

// The plan begins behind the row that the start key names. `condition` is null for a Scan.
// ERRORS: InvalidArgument in DynamoDB's words if the read cannot have come to that row.
// REQUIRES: the start key has the attributes of a position in the source, with their types.
Status begin_behind(const expression::KeyCondition* condition, const ItemView& start_key,
                    query::ReadPlan& plan);

// Whether filter and projection lead into no key attribute.
// ERRORS: InvalidArgument in DynamoDB's words.
Status check_selection_paths(const BoundRead& read);

// Fills what does not depend on where the rows lie.
void complete_plan(BoundRead& read, const std::optional<std::int32_t>& limit,
                   const std::optional<bool>& consistent_read);

}  // namespace partita::operations
