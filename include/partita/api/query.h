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

// AWS's own words, although they name a value that does not exist (ALL).
inline constexpr std::string_view kNoConditionalOperatorOfQueries =
    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]";

// Reads the items of one partition of a table or an index in the order of their sort keys, one page
// at a time. A page ends after `limit` items or after 1 MB of them, both counted before the filter.
// So a page may be empty and still have a successor: only an absent last_evaluated_key is the end.
//
//   QueryRequest request;
//   request.table_name = "Albums";
//   request.key_condition_expression = "artist = :a AND begins_with(title, :t)";
//   request.expression_attribute_values =
//       item_input({{":a", "Nina Simone"}, {":t", "P"}});
//   while (true) {
//     auto page = TRY(database.query(request));
//     for (std::size_t i = 0; i < page.items->size(); ++i) show(page.items->at(i));
//     if (!page.last_evaluated_key) break;
//     request.exclusive_start_key = std::move(*page.last_evaluated_key);
//   }
//
// partita/builder/query.h writes such requests. All rows of a page are of one moment; two pages are
// not: an item that is written in between is seen or not.
// ERRORS: ResourceNotFound if there is no such table; Validation if there is no such index, the key
// condition is not one that the key allows, an expression is wrong, or the start key is not a key.
struct QueryRequest {
  std::string table_name;
  // Absent: the table itself.
  std::optional<std::string> index_name;
  std::optional<Select> select;
  // Legacy forms of projection, key condition and filter (legacy_conditions.h); not together with
  // expressions.
  std::optional<std::vector<std::string>> attributes_to_get;
  // How many items are read at most, before the filter. Absent: as many as 1 MB holds.
  std::optional<std::int32_t> limit;
  // Absent: false. Reads are consistent in either case and only the units differ, but true is
  // refused for a global secondary index, as DynamoDB does.
  std::optional<bool> consistent_read;
  std::optional<Dictionary<Condition>> key_conditions;
  std::optional<Dictionary<Condition>> query_filter;
  std::optional<ConditionalOperator> conditional_operator;  // Of `query_filter`.
  // Absent: true, the smallest sort key first. False: the greatest one first.
  std::optional<bool> scan_index_forward;
  // Where the page begins: the last_evaluated_key of the page before. Absent: at the first item.
  std::optional<ItemInput> exclusive_start_key;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<std::string> projection_expression;  // As in GetItemRequest.
  // Items that do not satisfy it are left out of the response; they count towards `limit`, 1 MB,
  // `scanned_count` and the units. It may not name key attributes.
  std::optional<std::string> filter_expression;
  // An equality for the partition key, and one condition on the sort key at most: =, <, <=, >, >=,
  // BETWEEN or begins_with. Required unless `key_conditions` is given.
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
  // Absent for Select::Count.
  std::optional<EncodedItemList> items;
  // How many items satisfied the filter.
  std::optional<std::int32_t> count;
  // How many were read, before the filter.
  std::optional<std::int32_t> scanned_count;
  // For exclusive_start_key of the next request. Absent: there is nothing behind this page.
  std::optional<EncodedItem> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;
  // Set if the table has a model by whose rules no item can ever match this query: the reason, for
  // people. A server sends it as the header X-Partita-Warning. Otherwise empty.
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
