#include "dynamodb/operations/query.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "dynamodb/operations/bound_read.h"
#include "dynamodb/operations/envelope.h"
#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/key_paths.h"
#include "dynamodb/operations/legacy_conditions.h"
#include "dynamodb/operations/legacy_projection.h"
#include "dynamodb/operations/read_answer.h"
#include "dynamodb/operations/read_parameters.h"
#include "dynamodb/operations/read_source.h"
#include "dynamodb/operations/read_start_key.h"
#include "dynamodb/operations/table_access.h"
#include "partita/api/exception.h"
#include "store/items/table_extension.h"

namespace partita::operations {
namespace {

using api::QueryRequest;
using api::QueryResponse;
using expression::KeyClause;
using expression::KeyCondition;
using query::ReadPlan;

// AWS: KeyConditions may stand beside expressions, except beside its own successor.
GivenParameters given_parameters(const QueryRequest& request) {
  auto given = selection_parameters(request, request.query_filter ? "QueryFilter" : "");
  given.null_expressions = "FilterExpression and KeyConditionExpression are null";
  if (request.key_condition_expression) given.expressions.emplace_back("KeyConditionExpression");
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

// The index that the Query names, whatever state it is in; null if there is none.
const catalog::Index* named_index(const QueryRequest& request, const catalog::Table& table) {
  return request.index_name ? table.find_index(*request.index_name) : nullptr;
}

// `table` is null if there is none of that name, which is told later.
Result<std::optional<expression::Condition>> bind_key_condition(const QueryRequest& request,
                                                                const catalog::Table* table,
                                                                ExpressionScope& scope) {
  if (!request.key_condition_expression) return std::optional<expression::Condition>{};
  auto tree =
      TRY(scope.tree(expression::ExpressionKind::KeyCondition, *request.key_condition_expression));
  if (table != nullptr && table->extension != nullptr) {
    if (const auto* index = named_index(request, *table)) {
      auto meant = TRY(table->extension->key_condition(*index, *tree, scope.use()));
      if (meant) tree = std::move(meant);
    }
  }
  return std::optional(TRY(expression::Condition::bind(std::move(tree), scope.use())));
}

// AWS: all expressions are read before it looks at what the key condition asks for.
Result<std::vector<KeyClause>> bind_expressions(const QueryRequest& request,
                                                const catalog::Table* table, BoundRead& read) {
  TRY(read.scope.open(request.expression_attribute_names, request.expression_attribute_values));
  read.key_condition = TRY(bind_key_condition(request, table, read.scope));
  TRY(bind_selection(read, request.filter_expression, request.projection_expression));
  if (read.key_condition) return expression::key_clauses(*read.key_condition);
  return legacy_key_clauses(*request.key_conditions);
}

// All that DynamoDB says of the request before it looks for its table.
Result<std::vector<KeyClause>> bind(const QueryRequest& request, const catalog::Table* table,
                                    BoundRead& read) {
  TRY(check_parameters(given_parameters(request), request.expression_attribute_names,
                       request.expression_attribute_values));
  TRY(in_envelope(check_select(request)));
  TRY(bind_legacy(request, read));
  TRY(check_start_key_values(request.exclusive_start_key));
  if (!request.key_conditions && !request.key_condition_expression) {
    return api::invalid(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request.");
  }
  return bind_expressions(request, table, read);
}

Status check_parts(const std::vector<catalog::KeyAttribute>& attributes,
                   const ItemView& start_key) {
  return check_start_key(attributes, start_key, invalid_start_key);
}

// AWS looks at the start key and at the conditions in turns: its size, its partition attributes,
// the conditions, its other attributes.
Result<KeyCondition> match_key(const QueryRequest& request, const query::ReadSource& source,
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
  locate_partition(condition, plan);
  if (!request.scan_index_forward.value_or(true)) plan.direction = engine::Direction::Backward;
  if (!request.exclusive_start_key) return {};
  return begin_behind(&condition, request.exclusive_start_key->view(), plan);
}

Status check_paths(const QueryRequest& request, const BoundRead& read) {
  const query::ReadSource& source = read.plan.source;
  if (read.projection) TRY(check_key_paths(*source.table, read.projection->paths()));
  if (!read.filter) return {};
  TRY(check_filter_spares_key(source, *read.filter,
                              request.query_filter ? "QueryFilter" : "Filter Expression"));
  return check_key_paths(*source.table, read.filter->paths());
}

Status make_plan(const ReadContext& context, const QueryRequest& request, BoundRead& read) {
  auto table = find_table(context, request.table_name);
  const auto clauses = TRY(bind(request, table.ok() ? table->get() : nullptr, read));
  auto found = TRY(std::move(table));
  query::ReadSource& source = read.plan.source;
  source =
      TRY(source_in(std::move(found), request.index_name, request.consistent_read.value_or(false)));
  const KeyCondition condition = TRY(match_key(request, source, clauses));
  TRY(locate(request, condition, read.plan));
  TRY(check_paths(request, read));
  read.plan.output = TRY(output_of(source, request.select, read.projection));
  if (read.filter) TRY(check_filter_is_projected(source, *read.filter));
  complete_plan(read, request.limit, request.consistent_read);
  return {};
}

// Asked only when nothing was found, so that it costs nobody else anything.
std::string why_nothing_matches(const ReadPlan& plan) {
  const items::TableExtension* extension = plan.source.table->extension.get();
  if (extension == nullptr) return "";
  std::vector<MemberView> wanted;
  for (const auto& part : plan.partition) wanted.push_back({part.attribute, part.value});
  return extension->why_nothing_matches(plan.source.index, wanted);
}

}  // namespace

Task<Result<QueryResponse>> query(const ReadContext& context, const QueryRequest& request) {
  BoundRead read(context.expressions);
  Status planned = make_plan(context, request, read);
  CO_TRY(planned);
  auto page = co_await read_page(context, read.plan);
  CO_TRY(page);
  charge_page(context, read.plan.source, page->units);
  const bool found_nothing = page->scanned_count == 0 && !request.exclusive_start_key;
  auto response =
      page_answer<QueryResponse>(read.plan, std::move(*page), request.return_consumed_capacity);
  if (found_nothing) response.warning = why_nothing_matches(read.plan);
  co_return response;
}

}  // namespace partita::operations
