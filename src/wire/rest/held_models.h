#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "models/environment_difference.h"
#include "models/held_model.h"
#include "models/overdue_items.h"

// What the server tells of the models that its database holds, as JSON.
namespace partita::server {

// {"models": [{"model": "shop", "version": 3, "applied_at": .., "tables": [..], ..}, ..]}
std::string models_document(const std::vector<models::HeldPointer>& held,
                            const catalog::Catalog& catalog);

// The same of one model, with the items whose leases are over. A lease whose table has not been
// walked over yet, or whose rules are not enforced, has nulls.
std::string model_document(const models::HeldModel& held, const catalog::Catalog& catalog,
                           const std::vector<models::OverdueItems>& overdue);

// {"differences": [{"left": "shop@dev", "right": "shop@prod", "places": [{"path": "version",
// "left": "4", "right": "3"}, ..]}, ..]}; a place that one side does not have has no text for it.
std::string difference_document(const std::vector<models::ModelDifference>& differences);

}  // namespace partita::server
