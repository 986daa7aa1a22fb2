#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// Computes what is derived, computed, a default from others, or the time of expiry, each behind
// what it reads.
// REPORTS: M104 if the request has another value.
void run_formulas(Judgement& judgement);

}  // namespace partita::rules
