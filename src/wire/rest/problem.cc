#include "server/rest_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "partita/api/exception.h"
#include "patterns/failure.h"
#include "protocol/json_sink.h"

namespace partita::server {
namespace {

using api::Exception;
using patterns::FailureKind;
using protocol::HttpResponse;
using protocol::HttpStatus;
using protocol::JsonSink;

struct Kind {
  std::string_view code;
  std::string_view title;
  HttpStatus status;
};

constexpr Kind kModelKinds[] = {
    {"M101", "Invalid value", HttpStatus::UnprocessableContent},
    {"M102", "Timestamp in another encoding", HttpStatus::UnprocessableContent},
    {"M103", "Immutable attribute", HttpStatus::Conflict},
    {"M104", "Computed value differs", HttpStatus::UnprocessableContent},
    {"M105", "Key differs from its template", HttpStatus::UnprocessableContent},
    {"M106", "Value holds a separator of its key", HttpStatus::UnprocessableContent},
    {"M107", "Incomplete item", HttpStatus::NotFound},
    {"M109", "Revision not given", HttpStatus::PreconditionRequired},
    {"M110", "Owned by the server", HttpStatus::Forbidden},
    {"M201", "Illegal transition", HttpStatus::Conflict},
    {"M202", "Transition needs more", HttpStatus::UnprocessableContent},
    {"M203", "Other revision", HttpStatus::PreconditionFailed},
    {"M204", "Not unique", HttpStatus::Conflict},
    {"M205", "Missing reference", HttpStatus::Conflict},
    {"M206", "Still referenced", HttpStatus::Conflict},
};

Kind kind_of(FailureKind failure) {
  switch (failure) {
    case FailureKind::BadArgument:
      return {"bad_argument", "Parameters refused", HttpStatus::BadRequest};
    case FailureKind::BadBody:
      return {"bad_body", "Body refused", HttpStatus::BadRequest};
    case FailureKind::BadToken:
      return {"bad_token", "Page token refused", HttpStatus::BadRequest};
    case FailureKind::NotFound:
      return {"not_found", "No such item", HttpStatus::NotFound};
    case FailureKind::AlreadyExists:
      return {"already_exists", "There is one already", HttpStatus::Conflict};
    case FailureKind::OtherRevision:
      return {"other_revision", "Other revision", HttpStatus::PreconditionFailed};
    case FailureKind::StillBuilding:
      return {"still_building", "Rollup is being built", HttpStatus::ServiceUnavailable};
    case FailureKind::NotServed:
      return {"not_served", "Not served", HttpStatus::NotImplemented};
  }
  return {"internal", "Internal error", HttpStatus::InternalServerError};
}

// What nobody can be let in with.
bool is_about_access(Exception exception) {
  return exception == Exception::MissingAuthenticationToken ||
         exception == Exception::IncompleteSignature || exception == Exception::InvalidSignature ||
         exception == Exception::UnrecognizedClient || exception == Exception::AccessDenied;
}

Kind kind_of(Exception exception) {
  if (is_about_access(exception)) return {"access_denied", "Not let in", HttpStatus::Forbidden};
  switch (exception) {
    case Exception::Validation:
    case Exception::ItemCollectionSizeLimitExceeded:
      return {"invalid", "Request refused", HttpStatus::BadRequest};
    case Exception::Serialization:
      return {"bad_body", "Body refused", HttpStatus::BadRequest};
    case Exception::ConditionalCheckFailed:
      return {"condition_failed", "Condition failed", HttpStatus::Conflict};
    case Exception::ResourceNotFound:
    case Exception::TableNotFound:
      return {"table_not_found", "No such table", HttpStatus::NotFound};
    case Exception::ResourceInUse:
      return {"table_in_use", "The table is being changed", HttpStatus::Conflict};
    case Exception::TransactionCanceled:
    case Exception::TransactionConflict:
    case Exception::TransactionInProgress:
      return {"conflict", "Another request was faster", HttpStatus::Conflict};
    case Exception::IdempotentParameterMismatch:
      return {"other_request", "Idempotency key of another request",
              HttpStatus::UnprocessableContent};
    case Exception::LimitExceeded:
    case Exception::ProvisionedThroughputExceeded:
    case Exception::Throttling:
      return {"too_many_requests", "Too many requests", HttpStatus::TooManyRequests};
    case Exception::ServiceUnavailable:
      return {"unavailable", "Unavailable", HttpStatus::ServiceUnavailable};
    default:
      return {"internal", "Internal error", HttpStatus::InternalServerError};
  }
}

// "Message 550e: status completed -> processing is not allowed": without DynamoDB's own first words
// and the names that are members of their own.
std::string sentence_of(std::string_view message, const api::ModelError& error) {
  const std::string model = fmt::format("model {}, ", error.model);
  if (const auto at = message.find(model); at != std::string_view::npos) {
    message.remove_prefix(at + model.size());
  }
  // Behind it is what else is wrong, which has a list of its own.
  const std::string code = fmt::format(" [{}]", error.code);
  return std::string(message.substr(0, message.find(code)));
}

Problem problem_of_model(const Error& error, const api::ModelError& why) {
  const auto* kind = std::find_if(std::begin(kModelKinds), std::end(kModelKinds),
                                  [&](const Kind& each) { return each.code == why.code; });
  Problem problem{.code = why.code, .title = "Refused by the model", .detail = {}};
  problem.status = HttpStatus::UnprocessableContent;
  if (kind != std::end(kModelKinds)) {
    problem.title = kind->title;
    problem.status = kind->status;
  }
  if (why.rule == "role" || why.rule == "by") problem.status = HttpStatus::Forbidden;
  problem.detail = sentence_of(error.message(), why);
  const bool is_transition = why.code == "M201" || why.code == "M202";
  problem.texts = {{"model", why.model},    {"entity", why.entity},
                   {"id", why.id},          {"attribute", why.attribute},
                   {"rule", why.rule},      {is_transition ? "requested" : "value", why.value},
                   {"current", why.current}};
  std::erase_if(problem.texts, [](const auto& member) { return member.second.empty(); });
  if (is_transition || !why.allowed.empty()) problem.lists = {{"allowed", why.allowed}};
  problem.errors = why.others;
  problem.errors.insert(problem.errors.begin(), why);
  problem.errors.front().text = problem.detail;
  return problem;
}

std::string detail_of(const Error& error, Exception exception) {
  switch (exception) {
    case Exception::InternalServerError:
      return "The request has failed for a reason that is not the client's; it may have been "
             "applied or not";
    case Exception::ServiceUnavailable:
      if (error.detail<api::ApiFailure>() != nullptr) return error.message();
      return "The service is temporarily unavailable; nothing was applied, so try again";
    case Exception::TransactionConflict:
      return "Another write of the same item was under way; nothing was applied, so try again";
    default:
      return error.message();
  }
}

void put_member(JsonSink& sink, std::string_view name, std::string_view text) {
  sink.raw(',');
  sink.string(name);
  sink.raw(':');
  sink.string(text);
}

void put_list(JsonSink& sink, std::string_view name, const std::vector<std::string>& texts) {
  sink.raw(',');
  sink.string(name);
  sink.raw(":[");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) sink.raw(',');
    sink.string(texts[i]);
  }
  sink.raw(']');
}

void put_error(JsonSink& sink, const api::ModelError& error) {
  sink.raw(R"({"code":)");
  sink.string(error.code);
  put_member(sink, "detail", error.text);
  const std::pair<std::string_view, const std::string&> members[] = {{"attribute", error.attribute},
                                                                     {"rule", error.rule},
                                                                     {"value", error.value},
                                                                     {"current", error.current}};
  for (const auto& [name, text] : members) {
    if (!text.empty()) put_member(sink, name, text);
  }
  if (!error.allowed.empty()) put_list(sink, "allowed", error.allowed);
  sink.raw('}');
}

void put_errors(JsonSink& sink, const std::vector<api::ModelError>& errors) {
  if (errors.empty()) return;
  sink.raw(R"(,"errors":[)");
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (i > 0) sink.raw(',');
    put_error(sink, errors[i]);
  }
  sink.raw(']');
}

std::string_view word_of(model::Severity severity) {
  constexpr std::string_view kWords[] = {"error", "warning", "info"};
  return kWords[static_cast<std::size_t>(severity)];
}

void put_finding(JsonSink& sink, const model::Finding& finding) {
  sink.raw(R"({"code":)");
  sink.string(finding.code);
  put_member(sink, "severity", word_of(finding.severity));
  sink.raw(fmt::format(R"(,"line":{},"column":{})", finding.place.line, finding.place.column));
  put_member(sink, "message", finding.message);
  put_member(sink, "fix", finding.fix);
  sink.raw('}');
}

void put_findings(JsonSink& sink, const std::vector<model::Finding>& findings) {
  if (findings.empty()) return;
  sink.raw(R"(,"findings":[)");
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (i > 0) sink.raw(',');
    put_finding(sink, findings[i]);
  }
  sink.raw(']');
}

}  // namespace

Problem problem_of(const Error& error) {
  if (const auto* failure = patterns::failure_of(error)) {
    const Kind kind = kind_of(failure->kind);
    return {.status = kind.status,
            .code = failure->code.empty() ? std::string(kind.code) : failure->code,
            .title = kind.title,
            .detail = error.message()};
  }
  const auto* failure = error.detail<api::ApiFailure>();
  if (failure != nullptr && failure->model_error) {
    return problem_of_model(error, *failure->model_error);
  }
  const Exception exception = api::exception_of(error);
  const Kind kind = kind_of(exception);
  return {.status = kind.status,
          .code = std::string(kind.code),
          .title = kind.title,
          .detail = detail_of(error, exception)};
}

HttpStatus answer_problem(const Problem& problem, HttpResponse& response) {
  response.content_type = "application/problem+json";
  response.body.clear();
  {
    JsonSink sink(response.body);
    sink.raw(R"({"type":)");
    sink.string("/errors/" + problem.code);
    put_member(sink, "title", problem.title);
    sink.raw(R"(,"status":)");
    sink.raw(fmt::format_int(static_cast<unsigned>(problem.status)).c_str());
    put_member(sink, "code", problem.code);
    put_member(sink, "detail", problem.detail);
    for (const auto& [name, text] : problem.texts) put_member(sink, name, text);
    for (const auto& [name, texts] : problem.lists) put_list(sink, name, texts);
    put_errors(sink, problem.errors);
    put_findings(sink, problem.findings);
    sink.raw("}\n");
  }
  if (problem.status == HttpStatus::ServiceUnavailable) response.headers += "Retry-After: 1\r\n";
  if (response.note != nullptr) response.note->error_type = problem.code;
  return problem.status;
}

HttpStatus answer_problem(const Error& error, HttpResponse& response) {
  return answer_problem(problem_of(error), response);
}

}  // namespace partita::server
