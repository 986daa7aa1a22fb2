#pragma once

#include "partita/base/clock.h"
#include "protocol/credentials.h"
#include "protocol/sigv4.h"

namespace partita::server {

// Who may use the API.
struct AccessRules {
  // Without credentials any well-formed signature will do: only safe on a loopback address.
  protocol::CredentialStore credentials;
  const Clock* clock = &Clock::system();

  bool is_enforced() const { return !credentials.is_empty(); }
  protocol::SignatureRules signature_rules() const {
    return {.credentials = credentials,
            .clock = *clock,
            .mode = is_enforced() ? protocol::SignatureMode::Enforced
                                  : protocol::SignatureMode::AnyWellFormed};
  }
};

}  // namespace partita::server
