#include "wire/endpoints/api_response.h"

#include <fmt/format.h>

#include <string_view>

#include "partita/base/crc32.h"
#include "partita/base/random.h"
#include "wire/protocol/errors.h"
#include "wire/protocol/request_id.h"

namespace partita::endpoints {
namespace {

constexpr std::string_view kRequestId = "x-amzn-RequestId: ";
constexpr std::string_view kChecksum = "x-amz-crc32: ";
constexpr std::string_view kLineEnd = "\r\n";

// Ids tell requests apart, and are no secrets.
std::string new_request_id() {
  thread_local SeededRandom random{SystemRandom().next()};
  return protocol::make_request_id(random);
}

}  // namespace

// AWS tells the checksum of every body. Ours: not of one that is written while it is sent, because
// it comes before the body; clients check it where it is told.
void finish_api_response(protocol::HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  const std::string request_id = new_request_id();
  std::string& headers = response.headers;
  headers.append(kRequestId).append(request_id).append(kLineEnd);
  if (response.source == nullptr) {
    const fmt::format_int checksum(crc32(response.body));
    headers.append(kChecksum).append(checksum.data(), checksum.size()).append(kLineEnd);
  }
  if (response.note != nullptr) response.note->request_id = request_id;
}

protocol::HttpStatus answer_error(const Error& error, protocol::HttpResponse& response) {
  auto told = protocol::error_response(error);
  response.body = std::move(told.body);
  if (response.note != nullptr) response.note->error_type = told.type;
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

}  // namespace partita::endpoints
