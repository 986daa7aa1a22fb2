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

// Reads all items of a table or an index, one page at a time. Their order is the same in every scan
// and has no meaning. A page ends after `limit` items or after 1 MB of them, counted before the
// filter.
//
// With `total_segments` a request reads one of so many parts, so that several readers can share the
// work: together, all segments hold every item once.
// ERRORS: as Query.
struct ScanRequest {
  std::string table_name;
  // Absent: the table itself. Items that have no entry in an index are not found there.
  std::optional<std::string> index_name;
  // The following mean the same as in QueryRequest.
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<std::int32_t> limit;
  std::optional<Select> select;
  std::optional<Dictionary<Condition>> scan_filter;
  std::optional<ConditionalOperator> conditional_operator;
  std::optional<ItemInput> exclusive_start_key;
  std::optional<ReturnConsumedCapacity> return_consumed_capacity;
  // How many segments there are (up to 1,000,000), and which of them to read, from 0 on. Both or
  // neither; a page must be continued with the same total_segments and segment.
  std::optional<std::int32_t> total_segments;
  std::optional<std::int32_t> segment;
  std::optional<std::string> projection_expression;
  std::optional<std::string> filter_expression;
  std::optional<Dictionary<std::string>> expression_attribute_names;
  std::optional<ItemInput> expression_attribute_values;
  std::optional<bool> consistent_read;

  static constexpr auto shape() {
    using Self = ScanRequest;
    return std::tuple(
        optional("ReturnConsumedCapacity", &Self::return_consumed_capacity),
        required("TableName", &Self::table_name, kTableNameOrArn),
        optional("IndexName", &Self::index_name, kIndexName),
        optional("AttributesToGet", &Self::attributes_to_get, Bounds{.min = 1}, kAttributeName),
        optional("Limit", &Self::limit, kPositive), optional("Select", &Self::select),
        optional("ScanFilter", &Self::scan_filter, {}, {}, kAttributeName),
        optional("ConditionalOperator", &Self::conditional_operator),
        optional("ExclusiveStartKey", &Self::exclusive_start_key),
        optional("TotalSegments", &Self::total_segments, Bounds{.min = 1, .max = 1'000'000}),
        optional("Segment", &Self::segment, Bounds{.min = 0, .max = 999'999}),
        optional("ProjectionExpression", &Self::projection_expression),
        optional("FilterExpression", &Self::filter_expression),
        optional("ExpressionAttributeNames", &Self::expression_attribute_names, {}, kAttributeName),
        optional("ExpressionAttributeValues", &Self::expression_attribute_values),
        optional("ConsistentRead", &Self::consistent_read));
  }
};

// Means the same as QueryResponse.
struct ScanResponse {
  std::optional<EncodedItemList> items;
  std::optional<std::int32_t> count;
  std::optional<std::int32_t> scanned_count;
  std::optional<EncodedItem> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;

  static constexpr auto shape() {
    using Self = ScanResponse;
    return std::tuple(optional("Items", &Self::items), optional("Count", &Self::count),
                      optional("ScannedCount", &Self::scanned_count),
                      optional("LastEvaluatedKey", &Self::last_evaluated_key),
                      optional("ConsumedCapacity", &Self::consumed_capacity));
  }
};

}  // namespace partita::api
