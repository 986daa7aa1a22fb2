#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/request_note.h"

namespace partita::protocol {

enum class HttpStatus : std::uint16_t {
  Ok = 200,
  Created = 201,
  NoContent = 204,
  NotModified = 304,
  BadRequest = 400,
  Forbidden = 403,
  NotFound = 404,
  MethodNotAllowed = 405,
  RequestTimeout = 408,
  Conflict = 409,
  PreconditionFailed = 412,
  PayloadTooLarge = 413,
  UnsupportedMediaType = 415,
  UnprocessableContent = 422,
  PreconditionRequired = 428,
  TooManyRequests = 429,
  InternalServerError = 500,
  NotImplemented = 501,
  ServiceUnavailable = 503,
};

std::string_view reason_phrase(HttpStatus status);
// Whether answers with this status have no body by their nature (RFC 9110: 204 and 304).
bool is_bodiless(HttpStatus status);

// What an answer consists of besides its status. Used again for the next answer, so that its memory
// is allocated once.
struct HttpResponse {
  std::string_view content_type = "application/json";
  // Further header lines, each with its CRLF.
  std::string headers;
  std::string body;
  // Where to note what was asked and answered; null if nobody keeps a log. Outlives clear().
  RequestNote* note = nullptr;

  void clear();
};

struct HttpFraming {
  // The Date header (http_date.h).
  std::string_view date;
  bool keeps_alive = true;
  // False for HEAD: the length of the body is told, the body is not sent.
  bool has_body = true;
};

inline constexpr std::string_view kHttpContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// Appends the whole answer as it travels.
void append_http_response(std::string& target, HttpStatus status, const HttpResponse& response,
                          const HttpFraming& framing);

}  // namespace partita::protocol
