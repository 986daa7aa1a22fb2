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

}  // namespace

void finish_api_response(protocol::HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  fmt::format_to(std::back_inserter(response.headers),
                 "x-amzn-RequestId: {}\r\nx-amz-crc32: {}\r\n", new_request_id(),
                 crc32(response.body));
}

protocol::HttpStatus answer_error(const Error& error, protocol::HttpResponse& response) {
  auto told = protocol::error_response(error);
  response.body = std::move(told.body);
  finish_api_response(response);
  return static_cast<protocol::HttpStatus>(told.status);
}

}  // namespace partita::server
