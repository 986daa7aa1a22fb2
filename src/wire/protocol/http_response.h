#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "partita/base/memory_budget.h"
#include "wire/protocol/body_source.h"
#include "wire/protocol/request_note.h"

namespace partita::protocol {

enum class HttpStatus : std::uint16_t {
  Ok = 200,
  Created = 201,
  NoContent = 204,
  Found = 302,
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

// The parts of an answer besides its status. It is reused for the next answer, so that its memory
// is allocated only once.
struct HttpResponse {
  std::string_view content_type = "application/json";
  // Further header lines, each with its CRLF.
  std::string headers;
  std::string body;
  // The body if it is large, instead of the text above.
  std::unique_ptr<BodySource> source;
  // A handler sets this before it begins to change the store: if it then fails without an answer,
  // it is unknown whether the change was made.
  bool may_have_written = false;
  // The client gets no answer and its connection ends: an injected fault.
  bool drops_connection = false;
  // The id of the request, if it was needed before the answer: what it writes is marked with it.
  std::string request_id;
  // Which operation of the handler's it answers, and with which error; both as numbers that the
  // handler gives, for who counts (server/request_counts.h). Zero: none.
  std::uint8_t operation = 0;
  std::uint8_t error = 0;
  // What the memory of a large body is taken from; null if nobody counts. Outlives clear().
  MemoryShare* memory = nullptr;
  // Where to note what was asked and answered; null if nobody keeps a log. Outlives clear().
  RequestNote* note = nullptr;

  // The body as one text, for callers that do not send it.
  std::string take_body();
  void clear();
};

struct HttpFraming {
  // The Date header (http_date.h).
  std::string_view date;
  bool keeps_alive = true;
  // False for HEAD: the length of the body is told, the body is not sent.
  bool has_body = true;
  // Of a body that comes from a source: in chunks, or up to the end of the connection.
  bool is_chunked = true;
};

inline constexpr std::string_view kHttpContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// Appends the whole answer as it travels; without its body, if that comes from a source.
void append_http_response(std::string& target, HttpStatus status, const HttpResponse& response,
                          const HttpFraming& framing);

// A piece of a body that travels in chunks: what is appended between the two calls, of which the
// first says where it begins. Without anything between them nothing is appended at all.
std::size_t begin_http_chunk(std::string& target);
void end_http_chunk(std::string& target, std::size_t begin);
inline constexpr std::string_view kHttpLastChunk = "0\r\n\r\n";

}  // namespace partita::protocol
