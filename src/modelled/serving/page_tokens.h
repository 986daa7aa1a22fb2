#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"
#include "partita/base/task.h"

namespace partita::serving {

// Signs page tokens, so that a client can neither read on in somebody else's list nor make the
// server look anywhere. The secret lies in the engine: tokens outlive a restart.
// THREADS: safe for concurrent calls.
class PageTokens {
 public:
  // Makes the secret if the database has none yet. If the engine takes no writes, it is kept in
  // memory only.
  // ERRORS: Corrupt; those of the engine.
  static Task<Result<PageTokens>> open(engine::Engine& engine, Random& random);

  // The bytes as a text for URLs, with a signature behind them.
  std::string sign(Bytes content) const;
  // What was signed; nullopt if a single character of the text is another one.
  std::optional<Bytes> verify(std::string_view token) const;

 private:
  explicit PageTokens(const SecretKey& secret) : secret_(secret) {}
  Bytes signature_of(ByteView content) const;

  SecretKey secret_;
};

}  // namespace partita::serving
