#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "language/expression/condition.h"
#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"

namespace partita::expression {

// The key of a table (one partition attribute, at most one sort attribute) or of an index (up to
// four of each), in the order of its schema.
struct KeyNames {
  std::span<const std::string_view> partition;
  std::span<const std::string_view> sort;
};

// The condition of a Query on one key attribute.
struct KeyClause {
  enum class Operator { Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };

  std::string_view attribute;
  Operator op;
  ValueView value;                 // The lower bound of Between.
  std::optional<ValueView> upper;  // Of Between only.
};

// The condition of a Query on a key: equality of all partition attributes and of the first sort
// attributes, and at most one other condition, on the next sort attribute. The caller checks
// whether the values have the types of the key.
struct KeyCondition {
  std::vector<ValueView> partition;
  std::vector<ValueView> sort_equal;
  std::optional<KeyClause> sort_range;
};

// The clauses of a condition that was bound as one of kind KeyCondition. DynamoDB binds the filter
// and the projection of the request before it looks at what the clauses are. Views the bytes of
// the condition's tree and placeholders: both must outlive the clauses.
// ERRORS: InvalidArgument in DynamoDB's words: what a key condition may not have, clause by clause
// in the order of the text.
Result<std::vector<KeyClause>> key_clauses(const Condition& condition);

// Both at once, where there is nothing else to bind.
// ERRORS: those of Condition::bind, then those of key_clauses.
Result<std::vector<KeyClause>> bind_key_clauses(const std::shared_ptr<const ConditionTree>& tree,
                                                PlaceholderUse& use);

// ERRORS: InvalidArgument in DynamoDB's words if the clauses do not make a condition on that key.
Result<KeyCondition> match_key(const KeyNames& schema, std::span<const KeyClause> clauses);

}  // namespace partita::expression
