#pragma once

#include <optional>
#include <variant>

#include "language/expression/bound_operands.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/item_writer.h"
#include "partita/value/number.h"

namespace partita::expression {

struct JoinedLists {
  ValueView first;
  ValueView second;
};
// Both sets are of one type.
struct UnitedSets {
  ValueView one;
  ValueView two;
};
// Something of the set is left.
struct ReducedSet {
  ValueView set;
  ValueView taken;
};

// What an action puts where its path leads: views of what it is made of, so that it is written
// straight to where it belongs.
using NewValue = std::variant<ValueView, Number, JoinedLists, UnitedSets, ReducedSet>;

// What the action makes of the item: a new value, or nullopt if its path leads to nothing then.
// Reads nothing but the item as it was before all actions.
// REQUIRES: check_update accepts the update that the action is of.
// ERRORS: InvalidArgument in DynamoDB's words: an attribute is absent that is needed, an operand
// has the wrong type, a number leaves its range.
Result<std::optional<NewValue>> outcome_of(const UpdateAction& action,
                                           const BoundOperands& operands, const ItemView& before);

// Writes the value where the writer is.
void write(ItemWriter& writer, const NewValue& value);

}  // namespace partita::expression
