#pragma once

#include <string>
#include <string_view>

#include "partita/api/exception.h"
#include "partita/base/error.h"

namespace partita::protocol {

// An error in the form for clients.
struct ErrorResponse {
  int status;  // Of HTTP.
  api::Exception exception;
  std::string_view type;  // The exception's name: "ValidationException".
  std::string body;  // {"__type":"com.amazon.coral.validate#ValidationException","message":"..."}
};

// The only place that knows the form of errors on the wire. Internal errors (Unknown, Corrupt,
// Internal) and Unavailable of the engine have fixed messages: the details are for the log, not for
// the client.
ErrorResponse error_response(const Error& error);

// "ValidationException"
std::string_view exception_name(api::Exception exception);

}  // namespace partita::protocol
