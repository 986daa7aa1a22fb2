#pragma once

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
};

}  // namespace partita::operations
