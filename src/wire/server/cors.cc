#include "wire/server/cors.h"

#include <string_view>

namespace partita::server {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

constexpr std::string_view kForAll =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: x-amzn-RequestId,x-amzn-ErrorType,x-amz-crc32,Date,ETag,"
    "Location\r\n";

}  // namespace

bool is_preflight(const HttpRequest& request) {
  return request.method() == "OPTIONS" && request.find_header("origin").has_value();
}

HttpStatus answer_preflight(const HttpRequest& request, HttpResponse& response) {
  response.headers.append(kForAll).append("Access-Control-Max-Age: 172800\r\n");
  const auto echo = [&](std::string_view asked, std::string_view answered) {
    const auto value = request.find_header(asked);
    if (!value) return;
    response.headers.append(answered).append(": ").append(*value).append("\r\n");
  };
  echo("access-control-request-headers", "Access-Control-Allow-Headers");
  echo("access-control-request-method", "Access-Control-Allow-Methods");
  return HttpStatus::Ok;
}

void allow_reading(const HttpRequest& request, HttpResponse& response) {
  if (request.find_header("origin")) response.headers.append(kForAll);
}

}  // namespace partita::server
