#pragma once

#include "catalog/table.h"
#include "enforcement/model_rules.h"

namespace partita::patterns {

// The rules that the table's writes obey, or null if it has none. Good as long as the table is
// held. They may be of another version of the model than the one that is served: names connect the
// two, not pointers.
inline const rules::TableRules* rules_in_force(const catalog::Table& table) {
  const items::WriteRules* rules = items::rules_of(table);
  // There are no others.
  return rules == nullptr ? nullptr : &static_cast<const enforcement::ModelRules*>(rules)->rules();
}

}  // namespace partita::patterns
