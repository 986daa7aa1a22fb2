#pragma once

#include <string>
#include <variant>

namespace partita::protocol {

// Why a request is not let in, by the name of the exception that a client gets.
enum class AuthenticationFault {
  MissingAuthenticationToken,
  IncompleteSignature,
  InvalidSignature,
  UnrecognizedClient,
};

// In AWS's words. Never holds a signature or anything that was computed from a secret, and is
// printable ASCII whatever the request was.
struct AuthenticationFailure {
  AuthenticationFault fault;
  std::string message;
};

// Who asks, as far as the request proves it, and what it says of itself.
struct Principal {
  std::string access_key_id;
  // The region that the client believes to speak to: it is part of the names (ARNs) it expects.
  std::string region;
  // In which it acts, as its access key says; empty: none.
  std::string role = {};
  // By which it follows the request through several services; empty: none.
  std::string correlation = {};
};

using Authentication = std::variant<Principal, AuthenticationFailure>;

}  // namespace partita::protocol
