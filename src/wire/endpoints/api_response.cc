#include "wire/endpoints/api_response.h"

#include <fmt/format.h>

#include <string_view>

#include "partita/base/crc32.h"
#include "wire/protocol/errors.h"
#include "wire/protocol/request_id.h"

namespace partita::endpoints {
namespace {

constexpr std::string_view kRequestId = "x-amzn-RequestId: ";
constexpr std::string_view kChecksum = "x-amz-crc32: ";
constexpr std::string_view kLineEnd = "\r\n";

}  // namespace

// AWS tells the checksum of every body. Ours: not of one that is written while it is sent, because
// it comes before the body; clients check it where it is told.
void finish_api_response(protocol::HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  if (response.request_id.empty()) response.request_id = protocol::new_request_id();
  std::string& headers = response.headers;
  headers.append(kRequestId).append(response.request_id).append(kLineEnd);
  if (response.source == nullptr) {
    const fmt::format_int checksum(crc32(response.body));
    headers.append(kChecksum).append(checksum.data(), checksum.size()).append(kLineEnd);
  }
  if (response.note != nullptr) response.note->request_id = response.request_id;
}

protocol::HttpStatus answer_error(const Error& error, protocol::HttpResponse& response) {
  auto told = protocol::error_response(error);
  response.body = std::move(told.body);
  response.error = static_cast<std::uint8_t>(1 + static_cast<unsigned>(told.exception));
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
