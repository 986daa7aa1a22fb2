#include "wire/server/heavy_requests.h"

#include <new>
#include <optional>

#include "wire/server/go_on_at.h"

namespace partita::server {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

}  // namespace

// A few hundred bytes can be unpacked to a megabyte, and no SDK packs what it sends to DynamoDB.
bool HeavyRequests::are_like(const HttpRequest& request) {
  if (request.body().size() > kLightBodyBytesMax) return true;
  return !request.body().empty() && request.find_header("content-encoding").has_value();
}

Task<HttpStatus> HeavyRequests::answer(RequestHandler& handler, const HttpRequest& request,
                                       HttpResponse& response) {
  Executor& caller = *Executor::current();
  co_await GoOnAt{side_.executor()};
  std::optional<HttpStatus> status;
  try {
    status = co_await handler.answer(request, response);
  } catch (const std::bad_alloc&) {
    // For the caller, who must not be met on this thread.
  }
  co_await GoOnAt{caller};
  if (!status) throw std::bad_alloc();
  co_return *status;
}

}  // namespace partita::server
