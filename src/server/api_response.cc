#include "server/api_response.h"

#include <fmt/format.h>

#include <iterator>

#include "partita/base/crc32.h"
#include "partita/base/random.h"
#include "protocol/errors.h"
#include "protocol/request_id.h"

namespace partita::server {
namespace {

// Ids tell requests apart, and are no secrets.
std::string new_request_id() {
  thread_local SeededRandom random{SystemRandom().next()};
  return protocol::make_request_id(random);
}

// "ValidationException" of {"__type":"com.amazon.coral.validate#ValidationException",...
std::string_view type_in(std::string_view error_body) {
  const auto begin = error_body.find('#') + 1;
  return error_body.substr(begin, error_body.find('"', begin) - begin);
}

}  // namespace

// AWS tells the checksum of every body. Ours: not of one that is written while it is sent, because
// it comes before the body; clients check it where it is told.
void finish_api_response(protocol::HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  const std::string request_id = new_request_id();
  const auto headers = std::back_inserter(response.headers);
  fmt::format_to(headers, "x-amzn-RequestId: {}\r\n", request_id);
  if (response.source == nullptr) {
    fmt::format_to(headers, "x-amz-crc32: {}\r\n", crc32(response.body));
  }
  if (response.note != nullptr) response.note->request_id = request_id;
}

protocol::HttpStatus answer_error(const Error& error, protocol::HttpResponse& response) {
  auto told = protocol::error_response(error);
  response.body = std::move(told.body);
  if (response.note != nullptr) response.note->error_type = type_in(response.body);
  finish_api_response(response);
  return static_cast<protocol::HttpStatus>(told.status);
}

void append_warning(std::string_view warning, protocol::HttpResponse& response) {
  if (warning.empty()) return;
  response.headers.append("X-Partita-Warning: ");
  // Values of requests are told in it, and a header is one line of ASCII.
  for (const char c : warning) response.headers += c >= ' ' && c <= '~' ? c : '?';
  response.headers.append("\r\n");
}

}  // namespace partita::server
