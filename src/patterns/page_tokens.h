#pragma once

#include <array>
#include <cstdint>

#include "engine/engine.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::patterns {

// Signs page tokens, so that a client can neither read on in somebody else's list nor make the
// server look anywhere. The secret lies in the engine: tokens outlive a restart.
// THREADS: safe for concurrent calls.
class PageTokens {
 public:
  // Makes the secret if the database has none yet.
  // ERRORS: Corrupt; those of the engine.
  static Task<Result<PageTokens>> open(engine::Engine& engine, Random& random);

 private:
  using Secret = std::array<std::uint8_t, 32>;
  explicit PageTokens(const Secret& secret) : secret_(secret) {}

  Secret secret_;
};

}  // namespace partita::patterns
