#pragma once

#include <array>
#include <string_view>

#include "partita/api/shape.h"

// The parameters that several operations have in common, as enumerations. Enumerators stand in the
// order in which AWS lists them in its messages. A parameter that is absent means None, or what its
// comment says.
namespace partita::api {

// Which attributes of the item a write returns in `attributes`: the whole item as it was before
// (AllOld) or is afterwards (AllNew), or only those attributes that an update names (UpdatedOld,
// UpdatedNew). PutItem and DeleteItem accept only None and AllOld.
enum class ReturnValue { AllNew, UpdatedOld, AllOld, None, UpdatedNew };
inline constexpr std::array<std::string_view, 5> kReturnValueWords = {
    "ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"};
constexpr EnumWords wire_names(ReturnValue) { return kReturnValueWords; }

// Whether the response has a ConsumedCapacity: Total has the sum for each table, Indexes also the
// units of the table itself and of each index. Throttling by these units is off by default.
enum class ReturnConsumedCapacity { Indexes, Total, None };
inline constexpr std::array<std::string_view, 3> kReturnConsumedCapacityWords = {"INDEXES", "TOTAL",
                                                                                 "NONE"};
constexpr EnumWords wire_names(ReturnConsumedCapacity) { return kReturnConsumedCapacityWords; }

// Whether a write returns the size of the item collection that it changed (ItemCollectionMetrics).
// Only tables with local secondary indexes have item collections.
enum class ReturnItemCollectionMetrics { Size, None };
inline constexpr std::array<std::string_view, 2> kReturnItemCollectionMetricsWords = {"SIZE",
                                                                                      "NONE"};
constexpr EnumWords wire_names(ReturnItemCollectionMetrics) {
  return kReturnItemCollectionMetricsWords;
}

// Whether the error of a failed condition contains the stored item (ApiFailure::item,
// CancellationReason::item), which saves the caller a read.
enum class ReturnValuesOnConditionCheckFailure { AllOld, None };
inline constexpr std::array<std::string_view, 2> kReturnValuesOnConditionCheckFailureWords = {
    "ALL_OLD", "NONE"};
constexpr EnumWords wire_names(ReturnValuesOnConditionCheckFailure) {
  return kReturnValuesOnConditionCheckFailureWords;
}

// How several legacy conditions (legacy_conditions.h) are combined. Absent: And.
enum class ConditionalOperator { Or, And };
inline constexpr std::array<std::string_view, 2> kConditionalOperatorWords = {"OR", "AND"};
constexpr EnumWords wire_names(ConditionalOperator) { return kConditionalOperatorWords; }

// What a Query or Scan returns. Absent: SpecificAttributes if there is a projection; otherwise
// AllProjectedAttributes for an index and AllAttributes for a table. AllAttributes of an index that
// does not project all attributes is allowed for local indexes only, where the missing ones are
// read from the table and cost units. Count returns no items, only their number.
enum class Select { SpecificAttributes, Count, AllAttributes, AllProjectedAttributes };
inline constexpr std::array<std::string_view, 4> kSelectWords = {
    "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"};
constexpr EnumWords wire_names(Select) { return kSelectWords; }

}  // namespace partita::api
