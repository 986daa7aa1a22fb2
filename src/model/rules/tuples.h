#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

// Names that programs use for the whole key tuple of an index, with a list as the value:
// GSI1SK: [status, createdAt]. The tuple is not stored: its attributes are.

namespace partita::rules {

// Gives attributes that the request lacks the values they have in its tuples.
void take_tuples(Judgement& judgement);

// Compares the tuples with the attributes as they will be stored, and drops them.
// REPORTS: M101 for what is no list of as many values, M104 for one that says otherwise.
void drop_tuples(Judgement& judgement);

}  // namespace partita::rules
