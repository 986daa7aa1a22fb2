#pragma once

#include "partita/base/clock.h"
#include "protocol/http_request.h"
#include "protocol/sigv4.h"
#include "server/access_keys.h"

namespace partita::server {

// Who may use the API.
struct AccessRules {
  // Without credentials any well-formed signature will do: only safe on a loopback address.
  AccessKeys credentials;
  const Clock* clock = &Clock::system();

  bool is_enforced() const { return credentials.are_required(); }
  protocol::Authentication verify(const protocol::HttpRequest& request) const {
    const auto keys = credentials.newest();
    return protocol::verify_signature(
        request, {.credentials = *keys,
                  .clock = *clock,
                  .mode = is_enforced() ? protocol::SignatureMode::Enforced
                                        : protocol::SignatureMode::AnyWellFormed});
  }
};

}  // namespace partita::server
