#pragma once

#include <string>
#include <vector>

#include "modelled/registry/environment_difference.h"
#include "modelled/registry/held_model.h"
#include "modelled/registry/overdue_items.h"
#include "store/catalog/catalog.h"

// What the server tells of the models that its database holds, as JSON.
namespace partita::rest {

// {"models": [{"model": "shop", "version": 3, "applied_at": .., "tables": [..], ..}, ..]}
std::string models_document(const std::vector<registry::HeldPointer>& held,
                            const catalog::Catalog& catalog);

// {"file": .., "text": .., "params": {..}}: what the model in force was read from.
std::string model_text_document(const registry::HeldModel& held);

// The same as models_document of one model, with the items whose leases are over. A lease whose
// table has not been walked over yet, or whose rules are not enforced, has nulls.
std::string model_document(const registry::HeldModel& held, const catalog::Catalog& catalog,
                           const std::vector<registry::OverdueItems>& overdue);

// {"differences": [{"left": "shop@dev", "right": "shop@prod", "places": [{"path": "version",
// "left": "4", "right": "3"}, ..]}, ..]}; a place that one side does not have has no text for it.
std::string difference_document(const std::vector<registry::ModelDifference>& differences);

}  // namespace partita::rest
