#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/choices.h"
#include "partita/api/consumed_capacity.h"
#include "partita/api/input.h"
#include "partita/api/legacy_conditions.h"
#include "partita/api/shape.h"
#include "partita/value/encoded_item.h"

namespace partita::api {

// AWS: these words, with a value that it does not have.
inline constexpr std::string_view kNoConditionalOperatorOfQueries =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]";

// Reads items of one partition of a table or an index in the order of their sort keys, a page at a
// time. A page ends after `limit` items or 1 MB, both counted before the filter.
//
//   QueryRequest request;
//   request.table_name = "Albums";
//   request.key_condition_expression = "artist = :a AND begins_with(title, :t)";
//   request.expression_attribute_values =
//       EncodedItem(Item{{":a", "Nina Simone"}, {":t", "P"}});
//
// ERRORS: ResourceNotFound; Validation (no such index, a condition that the key does not allow, a
// faulty expression, a start key that is not one).
struct QueryRequest {
  std::string table_name;
  // Absent: the table itself.
  std::optional<std::string> index_name;
  std::optional<Select> select;
  std::optional<std::vector<std::string>> attributes_to_get;
  // How many items are read at most, before the filter.
  std::optional<std::int32_t> limit;
  std::optional<bool> consistent_read;
  std::optional<Dictionary<Condition>> key_conditions;
  std::optional<Dictionary<Condition>> query_filter;
  std::optional<ConditionalOperator> conditional_operator;
  // False: the greatest sort key first.
  std::optional<bool> scan_index_forward;
  // The last_evaluated_key of the page before.
  std::optional<ItemInput> exclusive_start_key;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<std::string> projection_expression;
  // What is read and does not satisfy this is counted and charged, but not in the answer.
  std::optional<std::string> filter_expression;
  std::optional<std::string> key_condition_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;

  static constexpr auto shape() {
    using Self = QueryRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn),
        optional("IndexName", &Self::index_name, kIndexName), optional("Select", &Self::select),
        optional("AttributesToGet", &Self::attributes_to_get, Bounds{.min = 1}, kAttributeName),
        optional("Limit", &Self::limit, kPositive).told_plainly(),
        optional("ConsistentRead", &Self::consistent_read),
        optional("KeyConditions", &Self::key_conditions, {}, {}, kAttributeName),
        optional("QueryFilter", &Self::query_filter, {}, {}, kAttributeName),
        optional("ConditionalOperator", &Self::conditional_operator)
            .told_alone(kNoConditionalOperatorOfQueries),
        optional("ScanIndexForward", &Self::scan_index_forward),
        optional("ExclusiveStartKey", &Self::exclusive_start_key),
        optional("ProjectionExpression", &Self::projection_expression),
        optional("FilterExpression", &Self::filter_expression),
        optional("KeyConditionExpression", &Self::key_condition_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values));
  }
};

struct QueryResponse {
  std::optional<EncodedItemList> items;
  // How many items are in the answer.
  std::optional<std::int32_t> count;
  // How many were read, before the filter.
  std::optional<std::int32_t> scanned_count;
  // Where to go on; absent on the last page.
  std::optional<EncodedItem> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;
  // Why it never finds anything, if a model says so; no part of the answer itself. Else empty.
  std::string warning = {};

  static constexpr auto shape() {
    using Self = QueryResponse;
    return std::tuple(optional("Items", &Self::items), optional("Count", &Self::count),
                      optional("ScannedCount", &Self::scanned_count),
                      optional("LastEvaluatedKey", &Self::last_evaluated_key),
                      optional("ConsumedCapacity", &Self::consumed_capacity));
  }
};

}  // namespace partita::api
