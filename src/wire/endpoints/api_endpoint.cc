#include "wire/endpoints/api_endpoint.h"

#include <optional>
#include <utility>

#include "partita/api/exception.h"
#include "wire/endpoints/api_response.h"
#include "wire/protocol/content_encoding.h"
#include "wire/protocol/http_syntax.h"

namespace partita::endpoints {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

HttpStatus not_an_operation(HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  response.body = "<UnknownOperationException/>\n";
  return HttpStatus::NotFound;
}

// AWS: a request without a body needs no type; it is then refused for what it lacks.
bool is_json(const HttpRequest& request) {
  const auto header = request.find_header("content-type");
  if (!header) return request.body().empty();
  const std::string_view whole = *header;
  std::string_view type = whole.substr(0, whole.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  if (protocol::equals_ignoring_case(type, "application/x-amz-json-1.1")) {
    return request.find_header("x-amz-target").value_or("").starts_with(kScalingTarget);
  }
  return protocol::equals_ignoring_case(type, "application/x-amz-json-1.0") ||
         protocol::equals_ignoring_case(type, "application/json");
}

// AWS: 500 for a body that cannot be decoded. Ours: 413 for one that would be too large.
HttpStatus refuse_encoding(const Error& error, HttpResponse& response) {
  if (error.kind() == ErrorKind::TooLarge) return HttpStatus::PayloadTooLarge;
  return answer_error(api::failure(api::Exception::InternalServerError, error.message()), response);
}

ApiCall call_of(const HttpRequest& request, ByteView body, std::string access_key_id) {
  return {.target = request.find_header("x-amz-target").value_or(""),
          .body = body,
          .request = &request,
          .access_key_id = std::move(access_key_id)};
}

}  // namespace

Task<HttpStatus> ApiEndpoint::answer(const HttpRequest& request, HttpResponse& response) {
  using Answer = Task<HttpStatus>;
  if (const auto status = gate_.answer_page(request, response)) return Answer::ready(*status);
  if (request.method() != "POST" || !is_json(request)) {
    return Answer::ready(not_an_operation(response));
  }
  auto caller = gate_.admit(request, response, server::RequestGate::Signature::Always);
  if (!caller.ok()) return Answer::ready(answer_error(caller.error(), response));
  if (request.find_header("content-encoding")) {
    return answer_encoded(std::move(*caller), request, response);
  }
  return dispatch(std::move(*caller), request, request.body(), response);
}

Task<HttpStatus> ApiEndpoint::dispatch(protocol::Principal caller, const HttpRequest& request,
                                       ByteView body, HttpResponse& response) {
  ApiCall call = call_of(request, body, std::move(caller.access_key_id));
  call.correlation = std::move(caller.correlation);
  if (caller.role.empty()) return dispatcher_.dispatch(std::move(call), response);
  return dispatcher_.dispatch_as(std::move(caller.role), std::move(call), response);
}

Task<HttpStatus> ApiEndpoint::answer_encoded(protocol::Principal caller, const HttpRequest& request,
                                             HttpResponse& response) {
  Bytes decoded;
  const auto encoding = *request.find_header("content-encoding");
  const auto body = protocol::decode_body(encoding, request.body(), decoded);
  if (!body.ok()) co_return refuse_encoding(body.error(), response);
  co_return co_await dispatch(std::move(caller), request, *body, response);
}

}  // namespace partita::endpoints
