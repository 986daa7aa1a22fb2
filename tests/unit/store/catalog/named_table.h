#pragma once

#include <string>
#include <utility>

#include "store/catalog/table.h"

namespace partita::catalog {

// The smallest table of that name.
inline Table named(std::string name) {
  Table table;
  table.name = std::move(name);
  table.key.partition = {{"pk", keys::KeyValueType::String}};
  return table;
}

}  // namespace partita::catalog
