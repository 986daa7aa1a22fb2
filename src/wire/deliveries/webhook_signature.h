#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"

// Signatures as Standard Webhooks has them: whoever gets a request can tell that it comes from
// somebody with the secret, and was not changed or kept for later on its way.
namespace partita::deliveries {

// The key that a secret stands for: "whsec_" and base64, or the bytes of any other text.
// ERRORS: InvalidArgument if what follows whsec_ is no base64; or if it has less than 16 bytes,
// which can be guessed.
Result<Bytes> webhook_key(std::string_view secret);

struct SignedWebhook {
  std::string_view id;
  std::int64_t timestamp = 0;  // Seconds since 1970.
  std::string_view body;
};

// "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=", one for each key, with blanks between them:
// HMAC-SHA256 of ID.TIMESTAMP.BODY.
std::string webhook_signature(const SignedWebhook& webhook, const std::vector<Bytes>& keys);

}  // namespace partita::deliveries
