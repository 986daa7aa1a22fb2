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

// What a request passes before anything is done for it, whichever door it goes to (the DynamoDB
// API, the models' API). In this order:
//
//   step       who does it        why it stands here
//   --------   ---------------- ------------------------------------------------------------------
//   syntax,    HttpParser         What is malformed or too large costs no more than the bytes that
//   size                          have arrived.
//   state      Routes             /health is told to everyone, so that who watches a server needs
//   no
//                                 key; it says nothing about data.
//   origin     refuse_page        Where nobody must sign, a web page could use the server of the
//                                 machine that shows it: it is kept away before anything else.
//                                 Where all must sign, it may ask: it has no secret.
//   CORS       answer_page        Before the signature: a browser cannot sign its question whether
//   it
//                                 may ask, and a page may read why it was refused.
//   type       the door           AWS: what is no POST with JSON is no operation, signed or not.
//   The
//                                 models' API asks for the type where it reads a body.
//   signature  admit              Of the bytes as they came, so before the encoding is undone; and
//                                 nothing of an unknown client is decompressed or parsed.
//   role       admit              It is a property of the access key that has signed.
//   encoding   the door           gzip and deflate are undone, within the limit of a body.
//   target     the door           Which operation or route; then the answer.
//
// THREADS: safe for concurrent calls.
class RequestGate {
 public:
  enum class Signature {
    Always,  // There must be one, as in AWS; without access keys any that is well formed will do.
    IfEnforced,  // Without access keys nobody needs one.
  };

  explicit RequestGate(AccessRules access = {}, OwnNames own_names = {})
      : access_(std::move(access)), own_names_(std::move(own_names)) {}

  // Whether access keys are there, so that requests for data must be signed.
  bool is_enforced() const { return access_.is_enforced(); }

  // Whether the request bears the token for who only watches: `Authorization: Bearer TOKEN`.
  bool knows_token(const protocol::HttpRequest& request) const;

  // The step "origin". Fills the response and says its status if the request is refused.
  // `must_sign`: it is for a door that asks for a signature that is enforced.
  std::optional<protocol::HttpStatus> refuse_page(const protocol::HttpRequest& request,
                                                  protocol::HttpResponse& response,
                                                  bool must_sign) const;
  // The step "CORS". Fills the response and says its status if that is all there is to answer.
  std::optional<protocol::HttpStatus> answer_page(const protocol::HttpRequest& request,
                                                  protocol::HttpResponse& response) const;
  // The steps "signature" and "role": who the caller is, and in which role it acts. Notes the
  // access key. ERRORS: AWS's exceptions about authentication; AccessDenied for a role that the key
  // does not have.
  Result<protocol::Principal> admit(const protocol::HttpRequest& request,
                                    protocol::HttpResponse& response, Signature signature) const;

 private:
  const AccessRules access_;
  const OwnNames own_names_;
};

}  // namespace partita::server
