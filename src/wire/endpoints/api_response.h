#pragma once

#include <string_view>

#include "partita/base/error.h"
#include "wire/protocol/http_response.h"

namespace partita::endpoints {

// Adds what every answer of the API has: content type, request id, checksum of the body.
void finish_api_response(protocol::HttpResponse& response);

// Writes the error as the API tells it, with all headers.
protocol::HttpStatus answer_error(const Error& error, protocol::HttpResponse& response);

// Adds the header X-Partita-Warning, which AWS's clients pass over; nothing if it is empty.
void append_warning(std::string_view warning, protocol::HttpResponse& response);

}  // namespace partita::endpoints
