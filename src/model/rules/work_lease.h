#pragma once

#include <optional>

#include "model/definition/entity.h"
#include "model/formula/timestamp.h"
#include "model/rules/judgement.h"

// The leases that workers have on items (`work` of a lifecycle). Who names the token of an item's
// lease, by writing the attribute with the value that it has, is the worker that has the item; the
// token of a lease that is over is worth nothing. Who takes an item names a token of its own.

namespace partita::rules {

// The end of the lease as the item tells it, or nullopt. REQUIRES: the entity's lifecycle has work.
std::optional<model::Instant> lease_end(const model::Entity& entity, const ItemView& item);

// What the write makes of the lease: begins it, renews it, ends it, or leaves it alone. The
// attributes of a lease are the server's: what requests give for them does not count.
// REQUIRES: the states before and after are known and the transition is found.
void keep_lease(Judgement& judgement);

// Why the writer may not do that to an item that another worker has, or whose lease it has lost;
// nullopt if it may.
// REPORTS: M207.
std::optional<Fault> check_lease(const Judgement& judgement);

// Whether the writer has the lease of the item, as it was before the write.
bool has_lease(const Judgement& judgement);

}  // namespace partita::rules
