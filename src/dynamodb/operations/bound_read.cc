#include "dynamodb/operations/bound_read.h"

#include <cstddef>
#include <utility>

#include "dynamodb/operations/key_paths.h"
#include "dynamodb/operations/read_start_key.h"
#include "store/query/key_range.h"

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

void locate_partition(const expression::KeyCondition& condition, query::ReadPlan& plan) {
  plan.range = query::key_range(plan.source, condition);
  const auto& partition = plan.source.key().partition;
  for (std::size_t i = 0; i < partition.size(); ++i) {
    plan.partition.push_back({partition[i].name, condition.partition[i]});
  }
}

Status begin_behind(const expression::KeyCondition* condition, const ItemView& start_key,
                    query::ReadPlan& plan) {
  const Bytes row = TRY(row_of_start_key(plan.source, start_key));
  if (condition != nullptr) TRY(check_restart(plan.source, *condition, start_key));
  plan.range = query::rest_of(std::move(plan.range), plan.direction, row);
  return {};
}

Status check_selection_paths(const BoundRead& read) {
  const catalog::Table& table = *read.plan.source.table;
  if (read.projection) TRY(check_key_paths(table, read.projection->paths()));
  if (read.filter) TRY(check_key_paths(table, read.filter->paths()));
  return {};
}

void complete_plan(BoundRead& read, const std::optional<std::int32_t>& limit,
                   const std::optional<bool>& consistent_read) {
  if (read.filter) read.plan.filter = &*read.filter;
  if (read.projection) read.plan.projection = &*read.projection;
  if (limit && *limit > 0) read.plan.rows_max = static_cast<std::size_t>(*limit);
  if (consistent_read.value_or(false)) read.plan.consistency = items::ReadConsistency::Strong;
}

}  // namespace partita::operations
