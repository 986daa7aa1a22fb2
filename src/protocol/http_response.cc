#include "protocol/http_response.h"

#include <fmt/format.h>

#include <iterator>

namespace partita::protocol {

std::string_view reason_phrase(HttpStatus status) {
  switch (status) {
    case HttpStatus::Ok:
      return "OK";
    case HttpStatus::Created:
      return "Created";
    case HttpStatus::NoContent:
      return "No Content";
    case HttpStatus::NotModified:
      return "Not Modified";
    case HttpStatus::BadRequest:
      return "Bad Request";
    case HttpStatus::Forbidden:
      return "Forbidden";
    case HttpStatus::NotFound:
      return "Not Found";
    case HttpStatus::MethodNotAllowed:
      return "Method Not Allowed";
    case HttpStatus::RequestTimeout:
      return "Request Timeout";
    case HttpStatus::Conflict:
      return "Conflict";
    case HttpStatus::PreconditionFailed:
      return "Precondition Failed";
    case HttpStatus::PayloadTooLarge:
      return "Payload Too Large";
    case HttpStatus::UnsupportedMediaType:
      return "Unsupported Media Type";
    case HttpStatus::UnprocessableContent:
      return "Unprocessable Content";
    case HttpStatus::PreconditionRequired:
      return "Precondition Required";
    case HttpStatus::TooManyRequests:
      return "Too Many Requests";
    case HttpStatus::InternalServerError:
      return "Internal Server Error";
    case HttpStatus::NotImplemented:
      return "Not Implemented";
    case HttpStatus::ServiceUnavailable:
      return "Service Unavailable";
  }
  return "Unknown";
}

bool is_bodiless(HttpStatus status) {
  return status == HttpStatus::NoContent || status == HttpStatus::NotModified;
}

void HttpResponse::clear() {
  content_type = "application/json";
  headers.clear();
  body.clear();
}

void append_http_response(std::string& target, HttpStatus status, const HttpResponse& response,
                          const HttpFraming& framing) {
  const auto code = static_cast<unsigned>(status);
  target.append("HTTP/1.1 ").append(fmt::format_int(code).c_str()).append(" ");
  target.append(reason_phrase(status)).append("\r\nDate: ").append(framing.date);
  const bool has_content = !is_bodiless(status);
  if (has_content) {
    // A browser must not guess that JSON is a page.
    target.append("\r\nContent-Type: ").append(response.content_type);
    target.append("\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ");
    target.append(fmt::format_int(response.body.size()).c_str());
  }
  target.append(framing.keeps_alive ? "\r\n" : "\r\nConnection: close\r\n");
  target.append(response.headers).append("\r\n");
  if (framing.has_body && has_content) target.append(response.body);
}

}  // namespace partita::protocol
