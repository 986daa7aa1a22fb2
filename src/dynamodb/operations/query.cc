#include "operations/query.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "items/write_rules.h"
#include "operations/bound_read.h"
#include "operations/envelope.h"
#include "operations/expression_scope.h"
#include "operations/key_paths.h"
#include "operations/legacy_conditions.h"
#include "operations/legacy_projection.h"
#include "operations/query_key.h"
#include "operations/read_answer.h"
#include "operations/read_parameters.h"
#include "operations/read_source.h"
#include "operations/read_start_key.h"
#include "operations/tuple_names.h"
#include "partita/api/exception.h"
#include "query/key_range.h"

namespace partita::operations {
namespace {

using api::QueryRequest;
using api::QueryResponse;
using expression::KeyClause;
using expression::KeyCondition;
using query::ReadPlan;

// AWS: KeyConditions may stand beside expressions, except beside its own successor.
ParameterNames given_parameters(const QueryRequest& request) {
  ParameterNames given{.null_expressions = "FilterExpression and KeyConditionExpression are null"};
  if (request.projection_expression) given.expressions.emplace_back("ProjectionExpression");
  if (request.filter_expression) given.expressions.emplace_back("FilterExpression");
  if (request.key_condition_expression) given.expressions.emplace_back("KeyConditionExpression");
  if (request.attributes_to_get) given.legacy.emplace_back("AttributesToGet");
  if (request.query_filter) given.legacy.emplace_back("QueryFilter");
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  if (request.key_conditions && request.key_condition_expression) {
    given.legacy.emplace_back("KeyConditions");
  }
  return given;
}

Status bind_legacy(const QueryRequest& request, BoundRead& read) {
  read.filter = TRY(legacy_filter(request.query_filter, request.conditional_operator));
  read.projection = TRY(attributes_to_get(request.attributes_to_get));
  return {};
}

// AWS: all expressions are read before it looks at what the key condition asks for.
Result<std::vector<KeyClause>> bind_expressions(const QueryRequest& request, BoundRead& read) {
  TRY(read.scope.open(request.expression_attribute_names, request.expression_attribute_values));
  read.key_condition = TRY(read.scope.condition(expression::ExpressionKind::KeyCondition,
                                                request.key_condition_expression));
  TRY(bind_selection(read, request.filter_expression, request.projection_expression));
  if (read.key_condition) return expression::key_clauses(*read.key_condition);
  return legacy_key_clauses(*request.key_conditions);
}

// All that can be said of the request without its table.
Result<std::vector<KeyClause>> bind(const QueryRequest& request, BoundRead& read) {
  TRY(check_parameters(given_parameters(request), request.expression_attribute_names,
                       request.expression_attribute_values));
  TRY(in_envelope(check_select(read_parameters(request))));
  TRY(bind_legacy(request, read));
  TRY(check_start_key_values(read_parameters(request)));
  if (!request.key_conditions && !request.key_condition_expression) {
    return api::invalid(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request.");
  }
  return bind_expressions(request, read);
}

Status check_parts(const std::vector<catalog::KeyAttribute>& attributes,
                   const ItemView& start_key) {
  return check_start_key(attributes, start_key, invalid_start_key);
}

// AWS looks at the start key and at the conditions in turns: its size, its partition attributes,
// the conditions, its other attributes.
Result<KeyCondition> match_key(const QueryRequest& request, const query::Source& source,
                               const std::vector<KeyClause>& clauses) {
  const auto& start_key = request.exclusive_start_key;
  if (start_key) {
    if (!has_position_size(source, start_key->view())) return invalid_start_key();
    TRY(check_parts(source.key().partition, start_key->view()));
    TRY(check_has_rest(source, start_key->view()));
  }
  const bool is_indexable = !request.key_conditions || are_indexable(*request.key_conditions);
  auto condition = TRY(match_query_key(source, clauses, is_indexable));
  if (!start_key) return condition;
  TRY(check_parts(source.key().sort, start_key->view()));
  TRY(check_parts(source.table->key.partition, start_key->view()));
  TRY(check_parts(source.table->key.sort, start_key->view()));
  return condition;
}

Status locate(const QueryRequest& request, const KeyCondition& condition, ReadPlan& plan) {
  plan.range = query::key_range(plan.source, condition);
  const auto& partition = plan.source.key().partition;
  for (std::size_t i = 0; i < partition.size(); ++i) {
    plan.partition.push_back({partition[i].name, condition.partition[i]});
  }
  if (!request.scan_index_forward.value_or(true)) plan.direction = engine::Direction::Backward;
  if (!request.exclusive_start_key) return {};
  const ItemView start_key = request.exclusive_start_key->view();
  const Bytes row = TRY(row_of_start_key(plan.source, start_key));
  TRY(check_restart(plan.source, condition, start_key));
  plan.range = query::rest_of(std::move(plan.range), plan.direction, row);
  return {};
}

Status check_paths(const QueryRequest& request, const BoundRead& read) {
  const query::Source& source = read.plan.source;
  if (read.projection) TRY(check_key_paths(*source.table, read.projection->paths()));
  if (!read.filter) return {};
  TRY(check_filter_spares_key(source, *read.filter,
                              request.query_filter ? "QueryFilter" : "Filter Expression"));
  return check_key_paths(*source.table, read.filter->paths());
}

Status make_plan(const Context& context, const QueryRequest& request, BoundRead& read) {
  const auto clauses = TRY(bind(request, read));
  query::Source& source = read.plan.source;
  source = TRY(find_source(context, read_parameters(request)));
  const KeyCondition condition = TRY(match_key(request, source, clauses));
  TRY(locate(request, condition, read.plan));
  TRY(check_paths(request, read));
  read.plan.output = TRY(output_of(source, read_parameters(request), read.projection));
  if (read.filter) TRY(check_filter_is_projected(source, *read.filter));
  complete_plan(read, request.limit, request.consistent_read);
  return {};
}

// Asked only when nothing was found, so that it costs nobody else anything.
std::string why_hopeless(const ReadPlan& plan) {
  const items::WriteRules* rules = items::rules_of(*plan.source.table);
  if (rules == nullptr) return "";
  std::vector<MemberView> wanted;
  for (const auto& part : plan.partition) wanted.push_back({part.attribute, part.value});
  return rules->why_hopeless(plan.source.index, wanted);
}

}  // namespace

Task<Result<QueryResponse>> query(Context& context, const QueryRequest& asked) {
  const auto expanded = without_tuple_names(context, asked);
  CO_TRY(expanded);
  const QueryRequest& request = *expanded ? **expanded : asked;
  BoundRead read(context.expressions);
  Status planned = make_plan(context, request, read);
  CO_TRY(planned);
  auto page = co_await read_page(context, read.plan);
  CO_TRY(page);
  const bool found_nothing = page->scanned_count == 0 && !request.exclusive_start_key;
  auto response =
      page_answer<QueryResponse>(read.plan, std::move(*page), request.return_consumed_capacity);
  if (found_nothing) response.warning = why_hopeless(read.plan);
  co_return response;
}

}  // namespace partita::operations
