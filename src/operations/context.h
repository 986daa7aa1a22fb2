#pragma once

#include <string_view>

#include "catalog/catalog.h"
#include "engine/engine.h"
#include "expression/expression_cache.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"

namespace partita::operations {

// What every operation works with. All of it outlives the operations.
// THREADS: all of it is safe for concurrent calls.
struct Context {
  engine::Engine& engine;
  catalog::Catalog& catalog;
  expression::ExpressionCache& expressions;
  const Clock& clock;
  // Set: all reads are of this moment, for who reads several times and wants to see one state.
  const engine::View* moment = nullptr;
  // In which the caller acts, for transitions of a model that ask for one; empty: none.
  std::string_view role = {};

  const engine::View& view() const { return moment != nullptr ? *moment : engine; }
};

}  // namespace partita::operations
