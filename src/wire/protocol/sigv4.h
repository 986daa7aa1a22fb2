#pragma once

#include <string_view>

#include "partita/base/clock.h"
#include "wire/protocol/authentication.h"
#include "wire/protocol/credentials.h"
#include "wire/protocol/http_request.h"

namespace partita::protocol {

enum class SignatureMode {
  // The caller must prove that it holds the secret of a credential.
  Enforced,
  // A claim must be there and well formed, as every SDK makes one; nothing about it is proved. For
  // a server without credentials, which only programs on its own machine can reach.
  AnyWellFormed,
};

struct SignatureRules {
  const CredentialStore& credentials;
  const Clock& clock;
  SignatureMode mode = SignatureMode::Enforced;
  // What the credential scope must name. DynamoDB Streams signs as dynamodb, too.
  std::string_view service = "dynamodb";
};

// Verifies the AWS Signature Version 4 of a request, in its header or of a presigned URL. The body
// is that of the wire, before any decompression.
//
// Checks in AWS's order. Errors do not help to guess a secret, and an unknown access key takes as
// long as a wrong signature. THREADS: safe for concurrent calls.
Authentication verify_signature(const HttpRequest& request, const SignatureRules& rules);

}  // namespace partita::protocol
