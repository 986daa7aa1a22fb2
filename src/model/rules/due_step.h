#pragma once

#include <optional>
#include <string_view>

#include "model/definition/entity.h"
#include "model/formula/timestamp.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// What the passing of time asks of an item: a lease that is over, or a transition `by: server`
// whose condition holds. Views the model and the item.
struct DueStep {
  const model::Entity* entity = nullptr;
  std::string_view from;                // The state that it is in.
  std::string_view to;                  // Empty: it is only counted, for people to see.
  const model::Lease* lease = nullptr;  // Null: a transition `by: server`, or a worker's lease.
  bool is_last_attempt = false;  // Of a worker's lease: the item gets the values of `dead`, too.
};

// REQUIRES: the item is the entity's own row.
std::optional<DueStep> find_due_step(const model::Entity& entity, const ItemView& item,
                                     model::Instant now);

// Whether items of the entity can have one.
bool can_have_due_steps(const model::Entity& entity);

}  // namespace partita::rules
