#pragma once

#include "partita/base/result.h"
#include "rules/judgement.h"

namespace partita::rules {

// Sets the time of expiry from the attribute it counts from. A time that the request gives may
// differ by the tolerance.
// ERRORS: M104.
Status settle_expiry(Judgement& judgement, SlotIndex slot);

}  // namespace partita::rules
