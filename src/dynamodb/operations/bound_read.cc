#include "operations/bound_read.h"

#include <cstddef>

namespace partita::operations {

Status bind_selection(BoundRead& read, const std::optional<std::string>& filter_expression,
                      const std::optional<std::string>& projection_expression) {
  using expression::ExpressionKind;
  if (filter_expression) {
    read.filter = TRY(read.scope.condition(ExpressionKind::Filter, filter_expression));
  }
  if (projection_expression) read.projection = TRY(read.scope.projection(projection_expression));
  return read.scope.close();
}

void complete_plan(BoundRead& read, const std::optional<std::int32_t>& limit,
                   const std::optional<bool>& consistent_read) {
  if (read.filter) read.plan.filter = &*read.filter;
  if (read.projection) read.plan.projection = &*read.projection;
  if (limit && *limit > 0) read.plan.rows_max = static_cast<std::size_t>(*limit);
  if (consistent_read.value_or(false)) read.plan.consistency = items::ReadConsistency::Strong;
}

}  // namespace partita::operations
