#pragma once

#include <string>

#include "model/definition/model.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// What the key of an item that belongs to no entity was perhaps meant to be: "; SearchTerm has such
// keys, but comes in phase 3", "; keys of Composition's versions are PK="...", SK="..."". Empty if
// nothing is like it.
std::string key_hint(const model::Model& model, const model::Table& table, const ItemView& item);

}  // namespace partita::rules
