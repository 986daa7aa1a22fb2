#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/secret_key.h"

// AES-256-GCM: secret and tamper-proof in one, for small things kept whole in memory.
namespace partita {

inline constexpr std::size_t kSealNonceBytes = 12;
inline constexpr std::size_t kSealTagBytes = 16;

struct SealContext {
  const SecretKey& key;
  // REQUIRES: kSealNonceBytes bytes, never used before with this key.
  ByteView nonce;
  // Not secret, but sealed too: unsealing with any other bytes fails.
  ByteView associated;
};

// The encrypted `plain` followed by a tag.
// ERRORS: Internal if the cryptographic library refuses.
Result<Bytes> seal(const SealContext& context, ByteView plain);

// What was sealed, or nothing if a single bit of it, of the nonce or of the associated bytes
// changed, or if the key is another.
std::optional<Bytes> unseal(const SealContext& context, ByteView sealed);

}  // namespace partita
