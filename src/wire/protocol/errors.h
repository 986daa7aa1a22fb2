#pragma once

#include <string>
#include <string_view>

#include "partita/api/exception.h"
#include "partita/base/error.h"

namespace partita::protocol {

// What a client sees of a failure.
struct ErrorResponse {
  int status;  // Of HTTP.
  api::Exception exception;
  std::string_view type;  // The exception's name: "ValidationException".
  std::string body;  // {"__type":"com.amazon.coral.validate#ValidationException","message":"..."}
};

// The one place that knows what an error looks like on the wire. Errors that are ours (Unknown,
// Corrupt, Internal) and the engine's Unavailable are told in fixed words: what happened inside is
// for the log, not for the client.
ErrorResponse error_response(const Error& error);

// "ValidationException"
std::string_view exception_name(api::Exception exception);

}  // namespace partita::protocol
