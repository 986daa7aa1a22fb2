#include "wire/protocol/http_response.h"

#include <fmt/format.h>

#include <string_view>

namespace partita::protocol {

using namespace std::string_view_literals;

std::string_view reason_phrase(HttpStatus status) {
  switch (status) {
    case HttpStatus::Ok:
      return "OK";
    case HttpStatus::Created:
      return "Created";
    case HttpStatus::NoContent:
      return "No Content";
    case HttpStatus::Found:
      return "Found";
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

namespace {

// A size of fixed width can be written when the chunk is complete, where it stands.
constexpr std::string_view kNoSize = "00000000\r\n";
constexpr std::size_t kSizeDigits = 8;

void append_content_headers(std::string& target, const HttpResponse& response, bool is_chunked) {
  // A browser must not guess that JSON is a page.
  target.append("\r\nContent-Type: "sv).append(response.content_type);
  target.append("\r\nX-Content-Type-Options: nosniff"sv);
  if (response.source == nullptr) {
    const fmt::format_int length(response.body.size());
    target.append("\r\nContent-Length: "sv).append(length.data(), length.size());
  } else if (is_chunked) {
    target.append("\r\nTransfer-Encoding: chunked");
  }
}

}  // namespace

bool is_bodiless(HttpStatus status) {
  return status == HttpStatus::NoContent || status == HttpStatus::NotModified;
}

std::string HttpResponse::take_body() {
  constexpr std::size_t kAll = SIZE_MAX / 2;
  if (source != nullptr) source->append_next(body, kAll);
  source.reset();
  return std::move(body);
}

void HttpResponse::clear() {
  content_type = "application/json";
  headers.clear();
  body.clear();
  source.reset();
  may_have_written = false;
  drops_connection = false;
  request_id.clear();
  operation = 0;
  error = 0;
}

void append_http_response(std::string& target, HttpStatus status, const HttpResponse& response,
                          const HttpFraming& framing) {
  const auto code = static_cast<unsigned>(status);
  if (status == HttpStatus::Ok) {
    target.append("HTTP/1.1 200 OK\r\nDate: "sv);
  } else {
    target.append("HTTP/1.1 "sv).append(fmt::format_int(code).c_str()).append(" "sv);
    target.append(reason_phrase(status)).append("\r\nDate: "sv);
  }
  target.append(framing.date);
  const bool has_content = !is_bodiless(status);
  if (has_content) append_content_headers(target, response, framing.is_chunked);
  target.append(framing.keeps_alive ? "\r\n"sv : "\r\nConnection: close\r\n"sv);
  target.append(response.headers).append("\r\n"sv);
  if (framing.has_body && has_content) target.append(response.body);
}

std::size_t begin_http_chunk(std::string& target) {
  target.append(kNoSize);
  return target.size();
}

void end_http_chunk(std::string& target, std::size_t begin) {
  const std::size_t size = target.size() - begin;
  if (size == 0) return target.resize(begin - kNoSize.size());
  fmt::format_to_n(target.begin() + static_cast<std::ptrdiff_t>(begin - kNoSize.size()),
                   kSizeDigits, "{:08x}", size);
  target.append("\r\n");
}

}  // namespace partita::protocol
