#include "wire/rest/model_changes.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "language/value/json_text.h"
#include "model/definition/read_model.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/plan_json.h"
#include "modelled/serving/failure.h"
#include "wire/rest/body.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using protocol::HttpRequest;
using protocol::HttpResponse;
using protocol::HttpStatus;

constexpr std::string_view kParamPrefix = "param.";

// What a client has sent.
struct Submission {
  registry::ModelSource source;
  registry::ApplyOptions options;
};

Error unknown_parameter(std::string_view name) {
  return serving::failure(
      serving::FailureKind::BadArgument,
      fmt::format("there is no parameter `{}`; there are `file` and `param.NAME` for each param of "
                  "the model and, to apply it, `enforce`, `load`, `allow_removals`, `detach` and "
                  "`force`",
                  name));
}

enum class Purpose { Plan, Apply };

Result<Submission> read_query(RestQuery query, Purpose purpose) {
  Submission sent;
  if (purpose == Purpose::Apply) {
    sent.options.enforces = TRY(query.take_flag("enforce"));
    sent.options.loads = TRY(query.take_flag("load"));
    sent.options.allows_removals = TRY(query.take_flag("allow_removals"));
    sent.options.detaches_tables = TRY(query.take_flag("detach"));
    sent.options.forces_version = TRY(query.take_flag("force"));
  }
  sent.source.file_name = query.take("file").value_or("model.yaml");
  for (const auto& [name, value] : query.all()) {
    if (!name.starts_with(kParamPrefix)) return unknown_parameter(name);
    sent.source.params.emplace(name.substr(kParamPrefix.size()), value);
  }
  return sent;
}

Result<Submission> read_submission(const HttpRequest& request, Purpose purpose) {
  auto query = TRY(RestQuery::parse(request.query()));
  auto sent = TRY(read_query(std::move(query), purpose));
  Bytes decoded;
  sent.source.text = TRY(read_body(request, BodyForm::ModelFile, decoded));
  return sent;
}

// Whether the tables are to go with the model: that is never meant unless it is said.
Result<bool> read_removal(const HttpRequest& request) {
  auto query = TRY(RestQuery::parse(request.query()));
  const auto tables = query.take("tables").value_or("");
  if (query.all().empty() && (tables == "keep" || tables == "drop")) return tables == "drop";
  return serving::failure(serving::FailureKind::BadArgument,
                          "say what becomes of the model's tables: `tables=keep` leaves them with "
                          "their items and without rules, `tables=drop` deletes them");
}

std::string removed_document(const registry::Removed& removed, bool has_dropped) {
  JsonText json;
  json.open_object();
  json.member("removed", removed.name);
  json.strings(has_dropped ? "dropped_tables" : "kept_tables", removed.tables);
  json.close_object();
  return std::move(json).take();
}

Problem busy() {
  return {.status = HttpStatus::Conflict,
          .code = "busy",
          .title = "Another model is on its way",
          .detail = "another model is being planned or applied; try again when it is done"};
}

Problem not_now(const Error& error) {
  return {.status = HttpStatus::ServiceUnavailable,
          .code = "unavailable",
          .title = "Not now",
          .detail = error.message()};
}

Problem not_held(const Error& error) {
  return {.status = HttpStatus::NotFound,
          .code = "not_found",
          .title = "Not found",
          .detail = error.message()};
}

// All findings of a file that cannot be read, or why the model cannot be changed as things are.
Problem model_refused(const Error& error, const registry::ModelSource& source) {
  Problem problem{.status = HttpStatus::UnprocessableContent,
                  .code = "bad_model",
                  .title = "Not a good model file",
                  .detail = error.message()};
  if (!source.text.empty()) {
    problem.findings = model::read_model(source.text, source.params).findings;
  }
  if (!problem.findings.empty()) return problem;
  problem.code = "cannot_apply";
  problem.title = "The model cannot be applied";
  return problem;
}

// The caller may change all models, so no detail has to be kept from them.
Problem problem_with(const Error& error, const registry::ModelSource& source) {
  switch (error.kind()) {
    case ErrorKind::InvalidArgument:
      return model_refused(error, source);
    case ErrorKind::Conflict:
      return busy();
    case ErrorKind::Unavailable:
      return not_now(error);
    case ErrorKind::NotFound:
      return not_held(error);
    default:
      return problem_of(error);
  }
}

}  // namespace

registry::Report ModelChanges::report() {
  return [this](const registry::ApplyProgress& progress) {
    progress_.note(progress);
    return !is_stopped_;
  };
}

Task<HttpStatus> ModelChanges::plan(const HttpRequest& request, HttpResponse& response) {
  const auto sent = read_submission(request, Purpose::Plan);
  if (!sent.ok()) co_return answer_problem(sent.error(), response);
  Work work = [&]() -> Result<std::string> {
    return registry::to_json(TRY(sync_wait(models_.plan(sent->source, {.report = report()}))));
  };
  Job job{"plan", sent->source.file_name, sent->source, std::move(work)};
  co_return co_await carry_out(std::move(job), response);
}

Task<HttpStatus> ModelChanges::apply(const HttpRequest& request, HttpResponse& response) {
  const auto sent = read_submission(request, Purpose::Apply);
  if (!sent.ok()) co_return answer_problem(sent.error(), response);
  Work work = [&]() -> Result<std::string> {
    registry::ApplyOptions options = sent->options;
    options.report = report();
    return registry::to_json(TRY(sync_wait(models_.apply(sent->source, options))));
  };
  Job job{"apply", sent->source.file_name, sent->source, std::move(work)};
  co_return co_await carry_out(std::move(job), response);
}

Task<HttpStatus> ModelChanges::remove(std::string name, const HttpRequest& request,
                                      HttpResponse& response) {
  auto drops_tables = read_removal(request);
  if (!drops_tables.ok()) co_return answer_problem(drops_tables.error(), response);
  const registry::RemoveOptions options{.drops_tables = *drops_tables, .report = report()};
  Work work = [&]() -> Result<std::string> {
    const auto removed = TRY(sync_wait(models_.remove(name, options)));
    return removed_document(removed, options.drops_tables);
  };
  const registry::ModelSource none;
  Job job{"remove", name, none, std::move(work)};
  co_return co_await carry_out(std::move(job), response);
}

Task<HttpStatus> ModelChanges::carry_out(Job job, HttpResponse& response) {
  std::optional<Problem> problem;
  std::function<void()> long_work = [&] {
    progress_.begin(job.name, job.subject);
    auto done = job.work();
    progress_.end();
    if (done.ok()) {
      response.body = std::move(*done);
    } else {
      problem = problem_with(done.error(), job.source);
    }
  };
  Task<Status> running = thread_.run(std::move(long_work));
  Status ran = co_await running;
  if (!ran.ok()) problem = problem_with(ran.error(), job.source);
  if (problem) co_return answer_problem(*problem, response);
  co_return HttpStatus::Ok;
}

}  // namespace partita::rest
