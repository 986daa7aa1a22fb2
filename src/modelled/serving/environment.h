#pragma once

#include "operations/context.h"
#include "partita/base/random.h"
#include "patterns/page_tokens.h"

namespace partita::patterns {

// What patterns run in. All of it outlives them and is safe for concurrent calls.
struct Environment {
  operations::Context& context;
  const PageTokens& tokens;
  Random& random;
};

}  // namespace partita::patterns
