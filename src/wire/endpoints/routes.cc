#include "server/routes.h"

#include "partita/base/json_string.h"

namespace partita::server {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

bool reads_only(const HttpRequest& request) {
  return request.method() == "GET" || request.method() == "HEAD";
}

HttpStatus method_not_allowed(HttpResponse& response) {
  response.headers = "Allow: GET, HEAD\r\n";
  write_message(response, "This path can only be read, with GET or HEAD");
  return HttpStatus::MethodNotAllowed;
}

HttpStatus not_found(HttpResponse& response) {
  write_message(response,
                "There is nothing here. The DynamoDB API is at /, the models' API at /api/, the "
                "state at /health");
  return HttpStatus::NotFound;
}

// AWS: 200 and a line. Ours: what DynamoDB Local answers, because programs that start one for their
// tests wait for exactly this status.
HttpStatus greet(HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  response.body =
      "{\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\",\"message\":"
      "\"This is Partita, which speaks the DynamoDB API: send signed POST requests here. GET "
      "/health tells its state, GET /api/ the models that it serves.\"}\n";
  return HttpStatus::BadRequest;
}

void append_member(std::string& json, std::string_view name, std::string_view value) {
  json += json.empty() ? '{' : ',';
  append_json_string(json, name);
  json += ':';
  append_json_string(json, value);
}

std::string_view status_text(bool accepts_writes, std::string_view read_trouble) {
  if (!read_trouble.empty()) return "failing";
  return accepts_writes ? "ok" : "read-only";
}

}  // namespace

Task<HttpStatus> Routes::answer(const HttpRequest& request, HttpResponse& response) {
  if (request.path() == "/health") {
    return Task<HttpStatus>::ready(reads_only(request) ? health(response)
                                                       : method_not_allowed(response));
  }
  // Whoever must sign may come from anywhere: a page cannot sign what it has no secret for.
  const bool is_api = request.path() == "/" && !reads_only(request);
  const bool is_rest = RestEndpoint::is_rest(request.path());
  const bool must_sign = (is_api || is_rest) && api_.is_enforced();
  if (!must_sign) {
    if (const auto refusal = origin_refusal(request, own_names_)) {
      write_message(response, *refusal);
      return Task<HttpStatus>::ready(HttpStatus::Forbidden);
    }
  }
  if (is_api) return api_.answer(request, response);
  if (is_rest) return rest_.answer(request, response);
  return Task<HttpStatus>::ready(route(request, response));
}

HttpStatus Routes::route(const HttpRequest& request, HttpResponse& response) const {
  if (request.path() == "/") return greet(response);
  return not_found(response);
}

HttpStatus Routes::health(HttpResponse& response) const {
  const auto writes = database_.write_availability();
  auto& json = response.body;
  const std::string trouble = database_.read_trouble();
  const bool is_well = writes.accepts_writes && trouble.empty();
  append_member(json, "status", status_text(writes.accepts_writes, trouble));
  append_member(json, "engine", database_.engine_name());
  append_member(json, "durability", database_.durability_name());
  append_member(json, "writes", writes.accepts_writes ? "accepted" : "refused");
  if (!writes.accepts_writes) append_member(json, "reason", writes.reason);
  const std::string doubt = database_.calendar().doubt();
  if (!doubt.empty()) append_member(json, "clock", doubt);
  if (!trouble.empty()) append_member(json, "reads", trouble);
  json += "}\n";
  return is_well ? HttpStatus::Ok : HttpStatus::ServiceUnavailable;
}

}  // namespace partita::server
