#pragma once

#include <optional>

#include "model/rules/judgement.h"
#include "partita/base/result.h"

// Times that the server sets, and times that clients send.

namespace partita::rules {

// The instant that a slot's value means, in any form that its attribute accepts.
std::optional<model::Instant> instant_of(const Slot& slot, const std::optional<ValueView>& value);

// Whether the request gives a time without a fraction that is the stored one to the second: many
// clients print times so, and mean the one that they have read.
bool repeats_stored_time(const Judgement& judgement, SlotIndex slot);

// Sets the stamps of the last update, and of the version, on a write that changes something. They
// never go back, unless the stored one is more than a minute ahead of the clock: then it is wrong.
// A time that the request gives is taken if it lies between the stored one and now; otherwise the
// server's clock counts. So a client whose clock is wrong is never refused for it, and never stops
// others.
void stamp_update(Judgement& judgement);

}  // namespace partita::rules
