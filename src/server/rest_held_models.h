#pragma once

#include <string>
#include <vector>

#include "models/held_model.h"
#include "models/overdue_items.h"

// What the server tells of the models that its database holds, as JSON.
namespace partita::server {

// {"models": [{"model": "shop", "version": 3, "applied_at": .., "tables": [..], ..}, ..]}
std::string models_document(const std::vector<models::HeldPointer>& held);

// The same of one model, with the items whose leases are over. A lease whose table has not been
// walked over yet, or whose rules are not enforced, has nulls.
std::string model_document(const models::HeldModel& held,
                           const std::vector<models::OverdueItems>& overdue);

}  // namespace partita::server
