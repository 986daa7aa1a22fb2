#include "dynamodb/operations/scan.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "dynamodb/operations/bound_read.h"
#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/legacy_conditions.h"
#include "dynamodb/operations/legacy_projection.h"
#include "dynamodb/operations/read_answer.h"
#include "dynamodb/operations/read_parameters.h"
#include "dynamodb/operations/read_source.h"
#include "dynamodb/operations/read_start_key.h"
#include "dynamodb/operations/table_access.h"
#include "partita/api/exception.h"
#include "partita/value/value_fault.h"
#include "store/keys/item_keys.h"

namespace partita::operations {
namespace {

using api::ScanRequest;
using api::ScanResponse;
using query::ReadPlan;

GivenParameters given_parameters(const ScanRequest& request) {
  auto given = selection_parameters(request, request.scan_filter ? "ScanFilter" : "");
  given.null_expressions = "FilterExpression is null";
  return given;
}

Status check_segments(const ScanRequest& request) {
  if (!request.segment && !request.total_segments) return {};
  if (!request.total_segments) {
    return api::invalid(
        "The TotalSegments parameter is required but was not present in the request when Segment "
        "parameter is present");
  }
  if (!request.segment) {
    return api::invalid(
        "The Segment parameter is required but was not present in the request when parameter "
        "TotalSegments is present");
  }
  if (*request.segment < *request.total_segments) return {};
  return api::invalid(
      fmt::format("The Segment parameter is zero-based and must be less than parameter "
                  "TotalSegments: Segment: {} is not less than TotalSegments: {}",
                  *request.segment, *request.total_segments));
}

// AWS: the depth of a value in ScanFilter is told before what is wrong with ConditionalOperator (7
// of 10 regions, 2026-10).
Status check_depth(const LegacyFilter& filter) {
  if (!filter) return {};
  for (const auto& [attribute, condition] : *filter) {
    if (!condition.attribute_value_list) continue;
    for (const api::ValueInput& value : *condition.attribute_value_list) {
      const auto& problem = value.problem();
      if (problem && problem->detail<api::NestingFault>() != nullptr) return *problem;
    }
  }
  return {};
}

// All that can be said of the request without its table.
Status bind(const ScanRequest& request, BoundRead& read) {
  TRY(check_parameters(given_parameters(request), request.expression_attribute_names,
                       request.expression_attribute_values));
  TRY(check_select(request));
  read.projection = TRY(attributes_to_get(request.attributes_to_get));
  TRY(check_depth(request.scan_filter));
  read.filter =
      TRY(in_older_words(legacy_filter(request.scan_filter, request.conditional_operator)));
  TRY(in_older_words(check_start_key_values(request.exclusive_start_key)));
  TRY(check_segments(request));
  TRY(read.scope.open(request.expression_attribute_names, request.expression_attribute_values,
                      ValueLayer::Older));
  return bind_selection(read, request.filter_expression, request.projection_expression);
}

Error mismatch() { return api::invalid("The provided key element does not match the schema"); }

// AWS: of a table all that is wrong with the start key is told in the words of row_of_start_key.
Status check_index_start_key(const query::ReadSource& source, const ItemView& start_key) {
  if (source.index == nullptr) return {};
  if (!has_position_size(source, start_key)) return invalid_start_key();
  TRY(check_start_key(source.key().partition, start_key, mismatch));
  return check_start_key(source.key().sort, start_key, mismatch);
}

Result<keys::KeyRange> range_of(const ScanRequest& request, const query::ReadSource& source) {
  keys::Segment segment;
  if (request.segment) {
    segment = {.segment = static_cast<std::uint32_t>(*request.segment),
               .total_segments = static_cast<std::uint32_t>(*request.total_segments)};
  }
  return keys::segment_range(source.table->id, source.index_id(), segment);
}

Error outside_segment(const ScanRequest& request) {
  return api::invalid(
      fmt::format("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                  "ExclusiveStartKey with correct Segment. TotalSegments: {} Segment: {}",
                  request.total_segments.value_or(1), request.segment.value_or(0)));
}

Status locate(const ScanRequest& request, ReadPlan& plan) {
  plan.range = TRY(range_of(request, plan.source));
  if (!request.exclusive_start_key) return {};
  const ItemView start_key = request.exclusive_start_key->view();
  const Bytes row = TRY(row_of_start_key(plan.source, start_key));
  if (!plan.range.contains(row)) return outside_segment(request);
  plan.range = query::rest_of(std::move(plan.range), plan.direction, row);
  return {};
}

Status make_plan(const ReadContext& context, const ScanRequest& request, BoundRead& read) {
  TRY(bind(request, read));
  query::ReadSource& source = read.plan.source;
  auto table = TRY(find_table(context, request.table_name));
  source =
      TRY(source_in(std::move(table), request.index_name, request.consistent_read.value_or(false)));
  if (request.exclusive_start_key) {
    TRY(check_index_start_key(source, request.exclusive_start_key->view()));
  }
  read.plan.output = TRY(output_of(source, request.select, read.projection));
  TRY(locate(request, read.plan));
  TRY(check_selection_paths(read));
  complete_plan(read, request.limit, request.consistent_read);
  return {};
}

}  // namespace

Task<Result<ScanResponse>> scan(const ReadContext& context, const ScanRequest& request) {
  BoundRead read(context.expressions);
  Status planned = make_plan(context, request, read);
  CO_TRY(planned);
  auto page = co_await read_page(context, read.plan);
  CO_TRY(page);
  charge_page(context, read.plan.source, page->units);
  co_return page_answer<ScanResponse>(read.plan, std::move(*page),
                                      request.return_consumed_capacity);
}

}  // namespace partita::operations
