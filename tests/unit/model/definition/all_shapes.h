#pragma once

#include <set>

#include "model/definition/shape.h"

namespace partita::model {

// Adds the shape and all that it refers to.
inline void collect(const Shape& shape, std::set<const Shape*>& shapes) {
  if (!shapes.insert(&shape).second) return;
  for (const Key& key : shape.keys) {
    if (key.shape != nullptr) collect(*key.shape, shapes);
  }
}

}  // namespace partita::model
