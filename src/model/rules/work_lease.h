#pragma once

#include <optional>

#include "model/definition/entity.h"
#include "model/formula/timestamp.h"
#include "model/rules/judgement.h"

// The leases of workers on items (`work` of a lifecycle). A writer that includes the token of an
// item's lease, by writing the attribute with its present value, is the worker that has the item.
// The token of an expired lease is invalid. A worker that claims an item writes a token of its own.

namespace partita::rules {

// The end of the lease as the item tells it, or nullopt. REQUIRES: the entity's lifecycle has work.
std::optional<model::Instant> lease_end(const model::Entity& entity, const ItemView& item);

// Applies the write to the lease: begins, renews or ends it, or leaves it unchanged. The server
// sets the attributes of a lease; values in requests are ignored.
// REQUIRES: the states before and after are known and the transition is found.
void keep_lease(Judgement& judgement);

// The reason why the writer may not change an item that another worker has, or whose lease it has
// lost; nullopt if it may. REPORTS: M207.
std::optional<Fault> check_lease(const Judgement& judgement);

// Whether the writer has the lease of the item, as it was before the write.
bool has_lease(const Judgement& judgement);

}  // namespace partita::rules
