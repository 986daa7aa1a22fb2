#pragma once

#include <optional>
#include <string>
#include <utility>

#include "partita/base/result.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/http_response.h"
#include "wire/server/access_rules.h"
#include "wire/server/origin_guard.h"

namespace partita::server {

// The checks that every request passes before it is executed, for the DynamoDB API as well as for
// the models' API ("the endpoint" in this table). Their order:
//
//   step       done by            reason for this place
//   --------   ----------------   --------------------------------------------------------------
//   syntax,    HttpParser         A malformed or too large request costs no more than the bytes
//   size                          that have arrived.
//   state      Routes             /health is open to everyone, so that monitoring needs no key;
//                                 it contains nothing about the data.
//   origin     refuse_page        Without signatures, a web page could use the server on the
//                                 visitor's machine, so it is refused before anything else.
//                                 With signatures it is no danger, because it has no secret.
//   CORS       answer_page        Before the signature, because a browser cannot sign its CORS
//                                 request, and a page may read why it was refused.
//   type       the endpoint       AWS: a request that is not a POST with JSON is no operation,
//                                 signed or not. The models' API checks the type of bodies.
//   signature  admit              It covers the bytes as they were sent, so it is checked before
//                                 the encoding is undone; nothing of an unknown client is
//                                 decompressed or parsed.
//   role       admit              It is a property of the access key of the signature.
//   encoding   the endpoint       Decompresses gzip and deflate, up to the limit of a body.
//   target     the endpoint       Finds the operation or route; then the request is executed.
//
// THREADS: safe for concurrent calls.
class RequestGate {
 public:
  enum class Signature {
    Always,      // Required, as on AWS; without access keys it only has to be well formed.
    IfEnforced,  // Required only if the server has access keys.
  };

  explicit RequestGate(AccessRules access = {}, OwnNames own_names = {})
      : access_(std::move(access)), own_names_(std::move(own_names)) {}

  // Whether the server has access keys, so that requests for data must be signed.
  bool is_enforced() const { return access_.is_enforced(); }

  // Whether the request has the token for monitoring: `Authorization: Bearer TOKEN`.
  bool knows_token(const protocol::HttpRequest& request) const;

  // The step "origin". Fills the response and returns its status if the request is refused.
  // `must_sign`: the request must have a verified signature.
  std::optional<protocol::HttpStatus> refuse_page(const protocol::HttpRequest& request,
                                                  protocol::HttpResponse& response,
                                                  bool must_sign) const;
  // The step "CORS". Fills the response and returns its status if this completes the answer.
  std::optional<protocol::HttpStatus> answer_page(const protocol::HttpRequest& request,
                                                  protocol::HttpResponse& response) const;
  // The steps "signature" and "role": returns the caller and its role, and notes the access key.
  // ERRORS: AWS's exceptions about authentication; AccessDenied for a role that the key does not
  // have.
  Result<protocol::Principal> admit(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response, Signature signature) const;

 private:
  const AccessRules access_;
  const OwnNames own_names_;
};

}  // namespace partita::server
