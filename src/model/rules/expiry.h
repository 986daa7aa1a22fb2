#pragma once

#include "model/rules/judgement.h"
#include "partita/base/result.h"

namespace partita::rules {

// Sets the time of expiry from the attribute it counts from. A time that the request gives may
// differ by the tolerance.
// REPORTS: M104.
void settle_expiry(Judgement& judgement, SlotIndex slot);

}  // namespace partita::rules
