#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// The rows that are written with the item: the other side of an edge, the row of a new version.
// REQUIRES: the outcome's `filled` is set; that of an item whose latest row is only a pointer to
// its versions is cut down to that here.
void collect_companions(Judgement& judgement);

// The rows that go with an item.
void erase_companions(const RowProgram& program, const ItemView& item, RuleOutcome& outcome);

}  // namespace partita::rules
