#pragma once

#include <optional>
#include <vector>

#include "language/expression/condition.h"
#include "language/expression/key_condition.h"
#include "partita/api/choices.h"
#include "partita/api/legacy_conditions.h"
#include "partita/api/shape.h"
#include "partita/base/result.h"

// Conditions as they were before expressions, in the terms of expressions. Updates are in
// legacy_update.h, AttributesToGet in legacy_projection.h.
namespace partita::operations {

using Expected = std::optional<api::Dictionary<api::ExpectedAttributeValue>>;
using LegacyFilter = std::optional<api::Dictionary<api::Condition>>;
using ConditionalOperatorChoice = std::optional<api::ConditionalOperator>;

// What Expected asks of the item, all of it or (OR) any of it; nothing if it is absent or empty.
// ERRORS: InvalidArgument in DynamoDB's words.
Result<std::optional<expression::Condition>> legacy_condition(
    const Expected& expected, const ConditionalOperatorChoice& conditional_operator);

// The same for a QueryFilter or a ScanFilter.
Result<std::optional<expression::Condition>> legacy_filter(
    const LegacyFilter& filter, const ConditionalOperatorChoice& conditional_operator);

// What KeyConditions asks of the key, in the order in which it came. Views the request.
// Operators that no key can be looked up by stand for themselves as equality with NULL: AWS tells
// of them (are_indexable) only once it knows the table.
// ERRORS: InvalidArgument in DynamoDB's words.
Result<std::vector<expression::KeyClause>> legacy_key_clauses(
    const api::Dictionary<api::Condition>& key_conditions);
bool are_indexable(const api::Dictionary<api::Condition>& key_conditions);

}  // namespace partita::operations
