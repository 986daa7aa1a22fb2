#pragma once

#include <array>
#include <string_view>

#include "partita/api/shape.h"

// The choices that several operations offer. Enumerators stand in the order in which AWS lists
// them.
namespace partita::api {

// Which attributes an UpdateItem answers with.
enum class ReturnValue { AllNew, UpdatedOld, AllOld, None, UpdatedNew };
inline constexpr std::array<std::string_view, 5> kReturnValueWords = {
    "ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"};
constexpr EnumWords wire_names(ReturnValue) { return kReturnValueWords; }

// Whether the units of a request are told, and also by index.
enum class ReturnConsumedCapacity { Indexes, Total, None };
inline constexpr std::array<std::string_view, 3> kReturnConsumedCapacityWords = {"INDEXES", "TOTAL",
                                                                                 "NONE"};
constexpr EnumWords wire_names(ReturnConsumedCapacity) { return kReturnConsumedCapacityWords; }

// Whether the size of the item collection is told.
enum class ReturnItemCollectionMetrics { Size, None };
inline constexpr std::array<std::string_view, 2> kReturnItemCollectionMetricsWords = {"SIZE",
                                                                                      "NONE"};
constexpr EnumWords wire_names(ReturnItemCollectionMetrics) {
  return kReturnItemCollectionMetricsWords;
}

// Whether a failed condition brings the stored item along.
enum class ReturnValuesOnConditionCheckFailure { AllOld, None };
inline constexpr std::array<std::string_view, 2> kReturnValuesOnConditionCheckFailureWords = {
    "ALL_OLD", "NONE"};
constexpr EnumWords wire_names(ReturnValuesOnConditionCheckFailure) {
  return kReturnValuesOnConditionCheckFailureWords;
}

// How several conditions of the old form are joined.
enum class ConditionalOperator { Or, And };
inline constexpr std::array<std::string_view, 2> kConditionalOperatorWords = {"OR", "AND"};
constexpr EnumWords wire_names(ConditionalOperator) { return kConditionalOperatorWords; }

// What a Query or Scan answers with.
enum class Select { SpecificAttributes, Count, AllAttributes, AllProjectedAttributes };
inline constexpr std::array<std::string_view, 4> kSelectWords = {
    "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"};
constexpr EnumWords wire_names(Select) { return kSelectWords; }

}  // namespace partita::api
