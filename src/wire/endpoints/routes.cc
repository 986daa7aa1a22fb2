#include "wire/endpoints/routes.h"

#include <fmt/format.h>

#include "database/database.h"
#include "language/value/json_text.h"
#include "wire/metrics/metric_text.h"
#include "wire/server/compressed_answer.h"

namespace partita::endpoints {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

bool reads_only(const HttpRequest& request) {
  return request.method() == "GET" || request.method() == "HEAD";
}

void set_class(HttpResponse& response, RequestClass of_request) {
  response.operation = static_cast<std::uint8_t>(of_request);
}

HttpStatus method_not_allowed(HttpResponse& response) {
  response.headers = "Allow: GET, HEAD\r\n";
  server::write_message(response, "This path can only be read, with GET or HEAD");
  return HttpStatus::MethodNotAllowed;
}

HttpStatus not_found(HttpResponse& response) {
  server::write_message(
      response,
      "There is nothing here. The DynamoDB API is at /, the models' API at /api/, the console at "
      "/console/, the state at /health, metrics at /metrics");
  return HttpStatus::NotFound;
}

// AWS: 200 and a line. Ours: what DynamoDB Local answers, because programs that start one for their
// tests wait for exactly this status.
HttpStatus greet(HttpResponse& response) {
  response.content_type = "application/x-amz-json-1.0";
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("__type", "com.amazon.coral.service#MissingAuthenticationTokenException");
  json.member("message",
              "This is Partita, which speaks the DynamoDB API: send signed POST requests here. GET "
              "/health tells its state, GET /api/ the models that it serves.");
  json.close_object();
  response.body = std::move(json).take() + "\n";
  return HttpStatus::BadRequest;
}

// A person with a browser, and no program: those ask for anything, or for JSON.
bool wants_page(const HttpRequest& request) {
  const auto accepted = request.find_header("accept").value_or("");
  return accepted.find("text/html") != accepted.npos;
}

std::string_view status_text(bool accepts_writes, std::string_view read_trouble) {
  if (!read_trouble.empty()) return "failing";
  return accepts_writes ? "ok" : "read-only";
}

// What has become of faults that somebody has asked for. Nothing where nobody may.
void write_faults(metrics::MetricText& text, const faults::Faults& faults) {
  text.one("partita_fault_rules", metrics::MetricKind::Gauge,
           "Rules in force by which requests are answered wrongly on purpose.",
           static_cast<double>(faults.rules_left()));
  text.begin("partita_faults_total", metrics::MetricKind::Counter,
             "Requests that were answered wrongly on purpose, by the kind of the fault.");
  const auto met = faults.met();
  for (std::size_t i = 0; i < met.size(); ++i) {
    text.value({{"kind", faults::name_of(static_cast<faults::FaultKind>(i))}},
               static_cast<double>(met[i]));
  }
}

}  // namespace

faults::FaultSettings Routes::with_operations(faults::FaultSettings settings) {
  settings.operations = faulty_operations();
  return settings;
}

std::string Routes::metrics_text() {
  if (!faults_.are_allowed()) return monitor_.text();
  metrics::MetricText text;
  write_faults(text, faults_);
  return monitor_.text() + std::move(text).take();
}

Task<HttpStatus> Routes::answer(const HttpRequest& request, HttpResponse& response) {
  if (request.path() == "/health") {
    set_class(response, RequestClass::Probe);
    return Task<HttpStatus>::ready(reads_only(request) ? health(response)
                                                       : method_not_allowed(response));
  }
  const bool is_api = request.path() == "/" && !reads_only(request);
  const bool is_rest = rest::RestEndpoint::is_rest(request.path());
  const bool is_console = console::Console::is_console(request.path());
  const bool is_metrics = request.path() == "/metrics";
  // Files of the console hold no data, so where all must sign everybody may have them.
  const bool must_sign = (is_api || is_rest || is_console || is_metrics) && gate_.is_enforced();
  if (const auto status = gate_.refuse_page(request, response, must_sign)) {
    return Task<HttpStatus>::ready(*status);
  }
  if (is_metrics) {
    set_class(response, RequestClass::Probe);
    return Task<HttpStatus>::ready(reads_only(request) ? answer_metrics(request, response)
                                                       : method_not_allowed(response));
  }
  if (is_console) {
    set_class(response, RequestClass::Console);
    return Task<HttpStatus>::ready(console_.answer(request, response, gate_.is_enforced()));
  }
  if (console_.refuses(request, response)) return Task<HttpStatus>::ready(HttpStatus::Forbidden);
  if (is_api) return api_.answer(request, response);
  if (is_rest) {
    set_class(response, reads_only(request) ? RequestClass::ModelRead : RequestClass::ModelWrite);
    return rest_.answer(request, response);
  }
  return Task<HttpStatus>::ready(route(request, response));
}

HttpStatus Routes::route(const HttpRequest& request, HttpResponse& response) const {
  if (request.path() == "/" && console_.is_on() && wants_page(request)) {
    response.headers = "Location: /console/\r\n";
    return HttpStatus::Found;
  }
  if (request.path() == "/") return greet(response);
  return not_found(response);
}

HttpStatus Routes::health(HttpResponse& response) const {
  const auto writes = database_.write_availability();
  const std::string trouble = database_.read_trouble();
  const bool is_well = writes.accepts_writes && trouble.empty();
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("status", status_text(writes.accepts_writes, trouble));
  json.member("engine", database_.engine_name());
  json.member("durability", database_.durability_name());
  json.member("writes", writes.accepts_writes ? "accepted" : "refused");
  if (!writes.accepts_writes) json.member("reason", writes.reason);
  json.member("server", database_.server());
  json.member("servers", database_.leases().figures().servers);
  if (database_.throughput().throttles_all()) json.member("throttle", "on");
  if (faults_.is_on() && faults_.rules_left() > 0) json.member("faults", faults_.kinds_left());
  const std::string doubt = database_.calendar().doubt();
  if (!doubt.empty()) json.member("clock", doubt);
  if (!trouble.empty()) json.member("reads", trouble);
  json.close_object();
  response.body = std::move(json).take() + "\n";
  return is_well ? HttpStatus::Ok : HttpStatus::ServiceUnavailable;
}

// They name tables and tell how much goes on, so where all must sign not everybody may have them.
// Prometheus cannot sign, but it can send a token.
HttpStatus Routes::answer_metrics(const HttpRequest& request, HttpResponse& response) {
  if (!gate_.knows_token(request)) {
    const auto role = gate_.admit(request, response, server::RequestGate::Signature::IfEnforced);
    if (!role.ok()) {
      server::write_message(
          response, fmt::format("{}. Metrics are for who signs with an access key, or sends "
                                "`Authorization: Bearer TOKEN` with the token of --metrics-token",
                                role.error().message()));
      return HttpStatus::Forbidden;
    }
  }
  response.content_type = metrics::MetricText::kContentType;
  response.body = metrics_text();
  server::compress_if_accepted(request, response);
  return HttpStatus::Ok;
}

}  // namespace partita::endpoints
