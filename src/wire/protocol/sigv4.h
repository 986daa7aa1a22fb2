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
// is the one that travelled: before any Content-Encoding is undone.
//
// Checks in AWS's order; says nothing that helps to guess a secret, and works as long for an
// unknown access key as for a wrong signature. THREADS: safe for concurrent calls.
Authentication verify_signature(const HttpRequest& request, const SignatureRules& rules);

}  // namespace partita::protocol
