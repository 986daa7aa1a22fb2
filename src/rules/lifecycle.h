#pragma once

#include "partita/base/result.h"
#include "rules/judgement.h"

namespace partita::rules {

// Finds the transition that the write makes and does what it asks for: stamps, attributes that are
// cleared, the count of repetitions.
void enter_state(Judgement& judgement);

// Whether the item may be in its state, coming from where it was.
// ERRORS: M201, M202.
Status check_state(Judgement& judgement);

// Why the item may not be deleted in its state (M201), or nullopt.
std::optional<Refusal> refuse_deletion(const RowProgram& program, const ItemView& item);

}  // namespace partita::rules
