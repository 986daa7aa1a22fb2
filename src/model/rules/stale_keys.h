#pragma once

#include <string>
#include <vector>

#include "model/definition/model.h"
#include "model/formula/timestamp.h"
#include "model/rules/row_program.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// Counts how often the program has come to derive another value from the same attributes by the
// same template or formula. Models remember the number by which the keys of their items were last
// derived: when it is raised, stored items are checked the next time a model is applied.
//   2: `lower` and `slug` take letters of all scripts to lower case, before only those of ASCII.
// DO NOT CHANGE the meaning of a number: stored.
inline constexpr int kDerivation = 2;

// A key attribute of a stored item that is not what the rules derive from its other attributes: a
// template, a formula or the program has changed since it was written.
struct StaleKey {
  const model::Entity* entity = nullptr;
  std::string attribute;
  bool is_table_key = false;  // Otherwise of an index.
  std::string stored;         // As people read it; empty: nothing.
  std::string derived;        // The same.
};

// All of them, those of the table first.
// REQUIRES: the item is of the program's row.
std::vector<StaleKey> find_stale_keys(const RowProgram& program, const ItemView& item,
                                      model::Instant now);

}  // namespace partita::rules
