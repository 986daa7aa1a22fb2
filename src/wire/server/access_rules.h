#pragma once

#include <string>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "wire/protocol/http_request.h"
#include "wire/protocol/sigv4.h"
#include "wire/server/access_keys.h"

namespace partita::server {

// Who may use the API.
struct AccessRules {
  // Without credentials any well-formed signature will do: only safe on a loopback address.
  AccessKeys credentials;
  const Clock* clock = &Clock::system();
  // With which metrics can be read without an access key; empty: with none.
  std::string metrics_token = {};

  bool is_enforced() const { return credentials.are_required(); }
  protocol::Authentication verify(const protocol::HttpRequest& request) const {
    const auto keys = credentials.newest();
    return protocol::verify_signature(
        request, {.credentials = *keys,
                  .clock = *clock,
                  .mode = is_enforced() ? protocol::SignatureMode::Enforced
                                        : protocol::SignatureMode::AnyWellFormed});
  }

  // In which the caller acts. Where access keys are asked for, that is what its key says; without
  // them it is a guard against mistakes, not against people, so everyone has the role that the
  // header X-Partita-Role claims.
  // ERRORS: AccessDenied if the header claims a role that the key does not have.
  Result<std::string> role_of(const protocol::HttpRequest& request,
                              const protocol::Principal& caller) const;
};

}  // namespace partita::server
