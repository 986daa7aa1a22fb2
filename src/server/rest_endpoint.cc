#include "server/rest_endpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "partita/api/exception.h"
#include "patterns/failure.h"
#include "protocol/content_encoding.h"
#include "protocol/http_syntax.h"
#include "protocol/sigv4.h"
#include "server/rest_documents.h"
#include "server/rest_problem.h"
#include "server/rest_read.h"
#include "server/rest_write.h"

namespace partita::server {
namespace {

using patterns::FailureKind;
using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

Problem nothing_here(const RestRoutes& routes, const HttpRequest& request) {
  return {
      .status = HttpStatus::NotFound,
      .code = "no_route",
      .title = "Nothing here",
      .detail = fmt::format("there is nothing at {}; GET /api/ lists all models", request.path()),
      .texts = {},
      .lists = {{"routes", routes.routes_near(request.path())}}};
}

HttpStatus answer_other_method(const RestRoutes::Found& found, const HttpRequest& request,
                               HttpResponse& response) {
  const std::string methods = fmt::format("{}", fmt::join(found.allowed, ", "));
  response.headers.append("Allow: ").append(methods).append("\r\n");
  return answer_problem({.status = HttpStatus::MethodNotAllowed,
                         .code = "other_method",
                         .title = "Other method",
                         .detail = fmt::format("{} is there for {}, not for {}", request.path(),
                                               methods, request.method())},
                        response);
}

Problem no_pattern_fits(const RestRoute& route) {
  Problem problem{.status = HttpStatus::BadRequest,
                  .code = "no_pattern",
                  .title = "No pattern fits",
                  .detail = {}};
  std::vector<std::string> patterns;
  for (const auto& candidate : route.candidates) patterns.push_back(describe_candidate(candidate));
  problem.detail = fmt::format("the parameters of {} fit none of its patterns, which are: {}",
                               route.path, fmt::join(patterns, "; "));
  problem.lists = {{"patterns", std::move(patterns)}};
  return problem;
}

Problem not_served(const RestCall& call) {
  const bool is_search = call.pattern().kind == model::PatternKind::Search;
  return problem_of(patterns::failure(
      FailureKind::NotServed,
      is_search ? fmt::format("{} is a search, which comes later", call.name())
                : fmt::format("no index serves {}; partita model explain says why", call.name())));
}

bool is_json(std::string_view content_type) {
  auto type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return protocol::equals_ignoring_case(type, "application/json");
}

// A web page can send a form to anyone, but not JSON.
std::optional<Problem> check_content(const HttpRequest& request) {
  const auto type = request.find_header("content-type");
  const bool fits = type ? is_json(*type) : request.body().empty();
  if (fits) return std::nullopt;
  return Problem{.status = HttpStatus::UnsupportedMediaType,
                 .code = "not_json",
                 .title = "Not JSON",
                 .detail = "writes need the header Content-Type: application/json"};
}

Problem bad_encoding(const Error& error) {
  Problem problem = problem_of(patterns::failure(FailureKind::BadBody, error.message()));
  if (error.kind() == ErrorKind::TooLarge) problem.status = HttpStatus::PayloadTooLarge;
  return problem;
}

HttpStatus answer_document(const operations::Context& context, const RestRoutes& routes,
                           const RestRoutes::Found& found, HttpResponse& response) {
  switch (found.route->document) {
    case RestDocument::Index:
      response.body = index_document(routes);
      return HttpStatus::Ok;
    case RestDocument::OpenApi:
      response.body = found.route->model->openapi();
      return HttpStatus::Ok;
    default:
      break;
  }
  auto text = table_document(context, routes, found.values.front());
  if (!text.ok()) return answer_problem(text.error(), response);
  response.body = std::move(*text);
  return HttpStatus::Ok;
}

void note_call(const RestCall& call, HttpResponse& response) {
  if (response.note == nullptr) return;
  response.note->operation = call.name();
  const model::Table* table = call.candidate != nullptr          ? call.pattern().table
                              : call.route.rollup->of != nullptr ? call.route.rollup->of->table
                                                                 : nullptr;
  if (table != nullptr) response.note->table = table->name;
}

}  // namespace

bool RestEndpoint::is_rest(std::string_view path) {
  return path == "/api" || path.starts_with("/api/");
}

// A thread's own pointer to the shared routes, so that threads do not meet in one counter.
RestEndpoint::RoutesPointer RestEndpoint::routes() const {
  struct Seen {
    std::uint64_t generation = 0;
    std::shared_ptr<const RoutesPointer> routes;
  };
  thread_local Seen seen;
  const std::uint64_t generation = database_.models().generation();
  if (seen.routes == nullptr || seen.generation != generation) {
    seen.routes = std::make_shared<const RoutesPointer>(newest_routes(generation));
    seen.generation = generation;
  }
  return {seen.routes, seen.routes->get()};
}

RestEndpoint::RoutesPointer RestEndpoint::newest_routes(std::uint64_t generation) const {
  const std::lock_guard lock(mutex_);
  if (newest_ == nullptr || generation_ != generation) {
    newest_ = std::make_shared<const RestRoutes>(database_.models().list());
    generation_ = generation;
  }
  return newest_;
}

Task<HttpStatus> RestEndpoint::answer(const HttpRequest& request, HttpResponse& response) {
  using Answer = Task<HttpStatus>;
  if (access_.is_enforced()) {
    const auto authentication = protocol::verify_signature(request, access_.signature_rules());
    if (const auto* failure = std::get_if<protocol::AuthenticationFailure>(&authentication)) {
      const Error refused = api::failure(api::Exception::AccessDenied, failure->message);
      return Answer::ready(answer_problem(refused, response));
    }
    if (response.note != nullptr) {
      response.note->access_key_id = std::get<protocol::Principal>(authentication).access_key_id;
    }
  }
  const auto segments = path_segments(request.path());
  if (!segments.ok()) return Answer::ready(answer_problem(segments.error(), response));
  RoutesPointer routes = this->routes();
  const auto found = routes->find(request.method(), *segments);
  if (found.route != nullptr) return answer_found(std::move(routes), found, request, response);
  if (!found.allowed.empty()) {
    return Answer::ready(answer_other_method(found, request, response));
  }
  return Answer::ready(answer_problem(nothing_here(*routes, request), response));
}

Task<HttpStatus> RestEndpoint::answer_found(RoutesPointer routes, const RestRoutes::Found& found,
                                            const HttpRequest& request, HttpResponse& response) {
  using Answer = Task<HttpStatus>;
  if (found.route->document != RestDocument::None) {
    return Answer::ready(answer_document(database_.context(), *routes, found, response));
  }
  auto query = RestQuery::parse(request.query());
  if (!query.ok()) return Answer::ready(answer_problem(query.error(), response));
  const RestCandidate* candidate = select_candidate(*found.route, *query);
  if (candidate == nullptr && found.route->rollup == nullptr) {
    return Answer::ready(answer_problem(no_pattern_fits(*found.route), response));
  }
  auto call = make_call(found, candidate, std::move(*query));
  if (!call.ok()) return Answer::ready(answer_problem(call.error(), response));
  note_call(*call, response);
  return run(std::move(routes), std::move(*call), request, response);
}

Task<HttpStatus> RestEndpoint::run(RoutesPointer /*routes*/, RestCall call,
                                   const HttpRequest& request, HttpResponse& response) {
  const auto environment = database_.patterns();
  if (call.candidate == nullptr) {
    const HttpStatus status = co_await answer_rollup(environment, call, response);
    co_return status;
  }
  const planning::Plan* plan = call.model().plan_of(call.pattern());
  if (plan != nullptr && plan->read() != nullptr) {
    const HttpStatus status = co_await answer_read(environment, call, request, response);
    co_return status;
  }
  if (plan == nullptr || plan->writes() == nullptr) {
    co_return answer_problem(not_served(call), response);
  }
  if (const auto problem = check_content(request)) co_return answer_problem(*problem, response);
  Bytes decoded;
  const auto encoding = request.find_header("content-encoding").value_or("");
  const auto body = protocol::decode_body(encoding, request.body(), decoded);
  if (!body.ok()) co_return answer_problem(bad_encoding(body.error()), response);
  const HttpStatus status = co_await answer_write(environment, call, request, *body, response);
  co_return status;
}

}  // namespace partita::server
