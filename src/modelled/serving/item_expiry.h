#pragma once

#include "model/definition/entity.h"
#include "model/formula/timestamp.h"
#include "partita/value/item_view.h"

namespace partita::serving {

// Whether the item's time to live is over: it is not shown and not changed any more, whether or not
// it has been removed already.
bool is_expired(const model::Entity& entity, const ItemView& item, model::Instant now);

}  // namespace partita::serving
