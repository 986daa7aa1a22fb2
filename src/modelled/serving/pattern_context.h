#pragma once

#include "dynamodb/operations/context.h"
#include "modelled/serving/page_tokens.h"
#include "partita/base/random.h"

namespace partita::serving {

// What patterns run in. All of it outlives them and is safe for concurrent calls.
struct PatternContext {
  operations::Context& operations;
  const PageTokens& tokens;
  Random& random;
};

}  // namespace partita::serving
