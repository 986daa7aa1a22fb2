#include "wire/rest/endpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "database/database.h"
#include "language/value/json_text.h"
#include "model/definition/search.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/failure.h"
#include "wire/faults/faulty_answer.h"
#include "wire/protocol/request_id.h"
#include "wire/rest/body.h"
#include "wire/rest/faults.h"
#include "wire/rest/jobs.h"
#include "wire/rest/problem.h"
#include "wire/rest/read.h"
#include "wire/rest/recovery.h"
#include "wire/rest/server_documents.h"
#include "wire/rest/undo.h"
#include "wire/rest/write.h"
#include "wire/server/compressed_answer.h"

namespace partita::rest {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;
using serving::FailureKind;

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
  return problem_of(serving::failure(
      FailureKind::NotServed,
      fmt::format("no index serves {}; partita model explain says why", call.name())));
}

Result<std::string> series_of(metrics::Monitor& monitor, const HttpRequest& request) {
  auto query = TRY(RestQuery::parse(request.query()));
  const auto step = query.take("step").value_or("1");
  const auto table = query.take("table").value_or("");
  const auto resolution = metrics::resolution_of(step);
  if (!resolution.ok() || !query.all().empty()) {
    return serving::failure(FailureKind::BadArgument,
                            resolution.ok() ? "`step` and `table` are all that there is to choose"
                                            : resolution.error().message());
  }
  return monitor.series_document({.resolution = *resolution, .table = table});
}

HttpStatus answer_document(Result<std::string> text, const HttpRequest& request,
                           HttpResponse& response) {
  if (!text.ok()) return answer_problem(text.error(), response);
  response.body = std::move(*text);
  server::compress_if_accepted(request, response);
  return HttpStatus::Ok;
}

bool may_write(RestDocument document) {
  return document == RestDocument::AppliedModel || document == RestDocument::RemovedModel ||
         document == RestDocument::MovedMigration || document == RestDocument::RestoredTable ||
         document == RestDocument::UndoneChanges;
}

Task<HttpStatus> answer_later(Task<Result<std::string>> text, const HttpRequest& request,
                              HttpResponse& response) {
  co_return answer_document(co_await std::move(text), request, response);
}

// The routes live until the answer is there.
Task<HttpStatus> answer_history(const operations::Context& context,
                                std::shared_ptr<const RestRoutes> routes,
                                const HttpRequest& request, HttpResponse& response) {
  auto text = co_await item_history(context, *routes, std::string(request.query()));
  co_return answer_document(std::move(text), request, response);
}

// What the request writes is marked with its id, which its answer then has.
history::Author author_of(const protocol::Principal& caller, HttpResponse& response) {
  response.request_id = protocol::new_request_id();
  response.headers.append("x-amzn-RequestId: ").append(response.request_id).append("\r\n");
  if (response.note != nullptr) response.note->request_id = response.request_id;
  return {.request = protocol::request_number(response.request_id).value_or(0),
          .access_key = caller.access_key_id,
          .correlation = caller.correlation};
}

struct Exchange {
  const HttpRequest& request;
  HttpResponse& response;
};

// As answer_history.
Task<HttpStatus> answer_undo(operations::Context context, UndoStep step, protocol::Principal caller,
                             std::shared_ptr<const RestRoutes> routes, Exchange exchange) {
  if (step == UndoStep::CarryOut) context.author = author_of(caller, exchange.response);
  auto text = co_await undone_changes(context, std::move(routes), step,
                                      std::string(exchange.request.query()));
  co_return answer_document(std::move(text), exchange.request, exchange.response);
}

// The table that the call is about; null: of several or none.
const model::Table* table_of(const RestCall& call) {
  if (call.is_search()) {
    const auto* element = model::find_search(call.model().model(), call.pattern().search);
    const auto* of = element == nullptr ? nullptr : element->content.find("of");
    const auto* entity = of == nullptr ? nullptr : call.model().model().find_entity(of->text);
    return entity == nullptr ? nullptr : entity->table;
  }
  if (call.candidate != nullptr) return call.pattern().table;
  return call.route.rollup->of != nullptr ? call.route.rollup->of->table : nullptr;
}

Problem table_is_gone(const RestCall& call, const model::Table& table) {
  return {.status = HttpStatus::ServiceUnavailable,
          .code = "no_table",
          .title = "The table is not there",
          .detail = fmt::format("table {} of model {} was deleted; partita model apply makes it "
                                "again, partita model remove forgets the model",
                                table.name, call.model().name())};
}

bool is_write(const RestCall& call) {
  if (call.candidate == nullptr || call.model().plan_of(call.pattern()) == nullptr) return false;
  return model::writes(call.pattern().kind);
}

faults::FaultSubject subject_of(const RestCall& call) {
  faults::FaultSubject subject{
      .operation = is_write(call) ? faults::kModelWrite : faults::kModelRead,
      .tables = {},
      .members = 1,
      .is_consistent = call.is_consistent};
  if (const model::Table* table = table_of(call)) subject.tables.push_back(table->name);
  return subject;
}

HttpStatus refuse(const Error& error, HttpResponse& response) {
  return answer_problem(error, response);
}

void note_call(const RestCall& call, HttpResponse& response) {
  if (response.note == nullptr) return;
  response.note->operation = call.name();
  const model::Table* table = table_of(call);
  if (table != nullptr) response.note->table = table->name;
}

}  // namespace

RestEndpoint::RestEndpoint(database::Database& database, const server::RequestGate& gate,
                           metrics::Monitor& monitor, faults::Faults* faults)
    : database_(database),
      gate_(gate),
      monitor_(monitor),
      faults_(faults),
      changes_(database.models()) {}

bool RestEndpoint::is_rest(std::string_view path) {
  return path == "/api" || path.starts_with("/api/");
}

RestEndpoint::RoutesPointer RestEndpoint::routes() const {
  auto made = made_.get();
  if (made->generation != database_.models().generation()) {
    make_routes();
    made = made_.get();
  }
  return {made, &made->routes};
}

// Workers that wait for an item ask again, under the rules that are in force then.
void RestEndpoint::end_waiting(const RestRoutes& routes) {
  for (const auto& model : routes.models()) model->served().claims().close();
}

void RestEndpoint::begin_stop() {
  changes_.stop();
  end_waiting(made_.get()->routes);
}

// One thread makes them, the others wait for it. The list may be newer than the generation: then
// the next call makes them again.
void RestEndpoint::make_routes() const {
  const std::lock_guard lock(making_);
  const std::uint64_t generation = database_.models().generation();
  if (made_.get()->generation == generation) return;
  end_waiting(made_.get()->routes);
  made_.publish({generation, RestRoutes(database_.models().list())});
}

// Which routes there are follows from the models, which other servers may have changed.
Task<HttpStatus> RestEndpoint::answer(const HttpRequest& request, HttpResponse& response) {
  if (!database_.context().catalog.is_shared()) return answer_now(request, response);
  return answer_up_to_date(request, response);
}

Task<HttpStatus> RestEndpoint::answer_up_to_date(const HttpRequest& request,
                                                 HttpResponse& response) {
  Status followed = co_await database_.context().catalog.keep_up();
  if (!followed.ok()) co_return answer_problem(followed.error(), response);
  co_return co_await answer_now(request, response);
}

Task<HttpStatus> RestEndpoint::answer_now(const HttpRequest& request, HttpResponse& response) {
  using Answer = Task<HttpStatus>;
  if (const auto status = gate_.answer_page(request, response)) return Answer::ready(*status);
  auto caller = gate_.admit(request, response, server::RequestGate::Signature::IfEnforced);
  if (!caller.ok()) return Answer::ready(answer_problem(caller.error(), response));
  const auto segments = path_segments(request.path());
  if (!segments.ok()) return Answer::ready(answer_problem(segments.error(), response));
  RoutesPointer routes = this->routes();
  auto found = routes->find(request.method(), *segments);
  found.caller = std::move(*caller);
  if (found.route != nullptr) return answer_found(std::move(routes), found, request, response);
  if (!found.allowed.empty()) {
    return Answer::ready(answer_other_method(found, request, response));
  }
  return Answer::ready(answer_problem(nothing_here(*routes, request), response));
}

Task<HttpStatus> RestEndpoint::answer_found(RoutesPointer routes, const RestRoutes::Found& found,
                                            const HttpRequest& request, HttpResponse& response) {
  const bool is_pattern = found.route->document == RestDocument::None;
  return is_pattern ? answer_pattern(std::move(routes), found, request, response)
                    : answer_server_route(std::move(routes), found, request, response);
}

Task<HttpStatus> RestEndpoint::answer_server_route(RoutesPointer routes,
                                                   const RestRoutes::Found& found,
                                                   const HttpRequest& request,
                                                   HttpResponse& response) {
  const RestDocument document = found.route->document;
  response.may_have_written = may_write(document);
  const auto now = [&](Result<std::string> text) {
    return Task<HttpStatus>::ready(answer_document(std::move(text), request, response));
  };
  switch (document) {
    case RestDocument::ModelPlan:
      return changes_.plan(request, response);
    case RestDocument::AppliedModel:
      return changes_.apply(request, response);
    case RestDocument::RemovedModel:
      return changes_.remove(found.values.front(), request, response);
    case RestDocument::PausedJob:
      return answer_job(JobChange::Pause, request, response);
    case RestDocument::ResumedJob:
      return answer_job(JobChange::Resume, request, response);
    case RestDocument::ModelProgress:
      return now(changes_.progress());
    case RestDocument::Faults:
    case RestDocument::SetFaults:
    case RestDocument::ClearedFaults:
      return now(faults_document(faults_, document, request));
    case RestDocument::ServerSeries:
      return now(series_of(monitor_, request));
    case RestDocument::UndoPreview:
      return answer_undo(database_.context(), UndoStep::Preview, found.caller, std::move(routes),
                         {request, response});
    case RestDocument::UndoneChanges:
      return answer_undo(database_.context(), UndoStep::CarryOut, found.caller, std::move(routes),
                         {request, response});
    case RestDocument::ItemHistory:
      return answer_history(database_.context(), std::move(routes), request, response);
    default:
      if (auto text = document_read(database_, found, request)) {
        return answer_later(std::move(*text), request, response);
      }
      return now(document_at_hand(database_, *routes, found, request));
  }
}

Task<HttpStatus> RestEndpoint::answer_pattern(RoutesPointer routes, const RestRoutes::Found& found,
                                              const HttpRequest& request, HttpResponse& response) {
  using Answer = Task<HttpStatus>;
  auto query = RestQuery::parse(request.query());
  if (!query.ok()) return Answer::ready(answer_problem(query.error(), response));
  const RestCandidate* candidate = select_candidate(*found.route, *query);
  if (candidate == nullptr && found.route->rollup == nullptr) {
    return Answer::ready(answer_problem(no_pattern_fits(*found.route), response));
  }
  auto call = make_call(found, candidate, std::move(*query));
  if (!call.ok()) return Answer::ready(answer_problem(call.error(), response));
  call->caller = found.caller;
  note_call(*call, response);
  call->routes = std::move(routes);
  return run(std::move(*call), request, response);
}

Task<HttpStatus> RestEndpoint::answer_job(JobChange change, const HttpRequest& request,
                                          HttpResponse& response) {
  auto text = co_await change_job(database_.jobs(), change, request.query());
  co_return answer_document(std::move(text), request, response);
}

// What a missing table means is asked only when something has failed.
Task<HttpStatus> RestEndpoint::run(RestCall call, const HttpRequest& request,
                                   HttpResponse& response) {
  const bool is_faulty = faults_ != nullptr && faults_->is_on();
  auto running =
      is_faulty ? run_faulty(call, request, response) : run_call(call, request, response);
  const HttpStatus status = co_await std::move(running);
  const model::Table* table = status < HttpStatus::BadRequest ? nullptr : table_of(call);
  const bool is_gone = table != nullptr && !database_.context().catalog.find(table->name);
  if (is_gone) co_return answer_problem(table_is_gone(call, *table), response);
  co_return status;
}

Task<HttpStatus> RestEndpoint::run_faulty(const RestCall& call, const HttpRequest& request,
                                          HttpResponse& response) {
  const auto serve = [&](faults::FaultyService) { return run_call(call, request, response); };
  faults::FaultyExchange exchange{
      .context = database_.context(), .response = response, .serve = serve, .refuse = &refuse};
  auto answer = faults::answer_with_faults(*faults_, subject_of(call), std::move(exchange));
  co_return co_await std::move(answer);
}

Task<HttpStatus> RestEndpoint::run_call(const RestCall& call, const HttpRequest& request,
                                        HttpResponse& response) {
  const auto context = database_.patterns();
  if (call.candidate == nullptr) co_return co_await answer_rollup(context, call, response);
  const planning::PatternPlan* plan = call.model().plan_of(call.pattern());
  if (plan != nullptr && !is_write(call)) {
    co_return co_await answer_read(context, call, request, response);
  }
  if (plan == nullptr) co_return answer_problem(not_served(call), response);
  Bytes decoded;
  const auto body = read_body(request, BodyForm::Json, decoded);
  if (!body.ok()) co_return answer_problem(body.error(), response);
  response.may_have_written = true;
  operations::Context own = context.operations;
  own.author = author_of(call.caller, response);
  const serving::PatternContext patterns{own, context.tokens, context.random};
  co_return co_await answer_write(patterns, call, request, *body, response);
}

}  // namespace partita::rest
