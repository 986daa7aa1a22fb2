#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// Finds the transition that the write makes and does what it asks for: stamps, attributes that are
// cleared, the count of repetitions, the lease of a worker.
void enter_state(Judgement& judgement);

// Whether the item may be in its state, coming from where it was.
// REPORTS: M201, M202, M207; M101 if the state is removed. What is only late is noted instead.
bool check_state(Judgement& judgement);

// Why the item may not be deleted in its state (M201), or nullopt.
std::optional<Refusal> refuse_deletion(const RowProgram& program, const ItemView& item);

}  // namespace partita::rules
