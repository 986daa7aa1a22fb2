#pragma once

#include <memory>
#include <string_view>

#include "language/expression/placeholders.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::enforcement {

// Names that a model gives to the two parts of an index's key as wholes (docs/MODEL_FORMAT.md,
// `aliases`); empty: it gives none.
struct KeyAliases {
  std::string_view partition;
  std::string_view sort;
};

// A key condition that uses such names, with lists as values, as the same condition on the
// attributes of the key:
//
//   GSI1PK = :pk AND begins_with(GSI1SK, :sk)         :pk ["a", "b"], :sk ["c"]
//   workflowType = "a" AND entityType = "b" AND status = "c"
//
// A list that ends early stands for all that begin with its values; the last value of a range may
// differ. Null if the condition uses no alias with a list, or is not a conjunction of plain tests:
// DynamoDB's own answer is what the client gets then. All placeholders of a condition that is
// replaced count as used.
// ERRORS: InvalidArgument for a list of another length, or an operator that has no such form.
Result<std::shared_ptr<const expression::ConditionTree>> without_aliases(
    const KeyAliases& aliases, const catalog::KeySchema& key,
    const expression::ConditionTree& written, expression::PlaceholderUse& use);

}  // namespace partita::enforcement
