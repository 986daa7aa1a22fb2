#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "wire/protocol/authentication.h"
#include "wire/protocol/http_request.h"

namespace partita::protocol {

// All that a request says about its own signature: in the Authorization header, or in the query of
// a presigned URL. Views of the request, or of the buffer given to read_signing_claim.
struct SigningClaim {
  bool is_presigned = false;
  std::string_view algorithm;
  std::string_view credential;
  // Names with semicolons between them, as they came.
  std::string_view signed_headers;
  std::string_view signature;
  std::string_view date;
  std::optional<std::string_view> security_token;
  // How many seconds a presigned URL lives, as text.
  std::optional<std::string_view> expires;
};

// credential := access_key_id "/" scope         scope := date "/" region "/" service "/" terminator
struct CredentialScope {
  std::string_view access_key_id;
  // The rest, whole and in its parts.
  std::string_view text;
  std::string_view date;
  std::string_view region;
  std::string_view service;
  std::string_view terminator;
};

// Finds the claim. What a query has is decoded into `decoded`, which the claim then refers to.
// ERRORS: rows 1 to 3 of AWS's checks: two claims or none, or one with a part missing.
std::variant<SigningClaim, AuthenticationFailure> read_signing_claim(const HttpRequest& request,
                                                                     std::string& decoded);

// Nothing if there are not exactly five parts, each of at least one character.
std::optional<CredentialScope> parse_credential(std::string_view credential);

// `text` as it may stand in a message: printable ASCII, with a question mark for anything else.
std::string printable(std::string_view text);

}  // namespace partita::protocol
