#include "wire/rest/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "language/value/json_text.h"
#include "modelled/serving/failure.h"
#include "partita/api/exception.h"

namespace partita::rest {
namespace {

using api::Exception;
using protocol::HttpResponse;
using protocol::HttpStatus;
using serving::FailureKind;

struct ToldProblem final : ErrorDetail {
  explicit ToldProblem(Problem what) : problem(std::move(what)) {}

  Problem problem;
};

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
    {"M120", "Two values for one thing", HttpStatus::Conflict},
    {"M121", "Old form of an attribute", HttpStatus::UnprocessableContent},
    {"M122", "New form too early", HttpStatus::UnprocessableContent},
    {"M201", "Illegal transition", HttpStatus::Conflict},
    {"M202", "Transition needs more", HttpStatus::UnprocessableContent},
    {"M203", "Other revision", HttpStatus::PreconditionFailed},
    {"M204", "Not unique", HttpStatus::Conflict},
    {"M205", "Missing reference", HttpStatus::Conflict},
    {"M206", "Still referenced", HttpStatus::Conflict},
    {"M207", "Another worker's item", HttpStatus::Conflict},
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
    case Exception::PointInTimeRecoveryUnavailable:
    case Exception::InvalidRestoreTime:
    case Exception::InvalidExportTime:
    case Exception::ExportNotFound:
    case Exception::ExportConflict:
    case Exception::ImportNotFound:
    case Exception::ImportConflict:
      return {"invalid", "Request refused", HttpStatus::BadRequest};
    case Exception::Serialization:
      return {"bad_body", "Body refused", HttpStatus::BadRequest};
    case Exception::ConditionalCheckFailed:
      return {"condition_failed", "Condition failed", HttpStatus::Conflict};
    case Exception::ResourceNotFound:
    case Exception::TableNotFound:
    case Exception::BackupNotFound:
      return {"table_not_found", "No such table", HttpStatus::NotFound};
    case Exception::ResourceInUse:
    case Exception::TableInUse:
    case Exception::BackupInUse:
    case Exception::TableAlreadyExists:
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

void put_error(JsonText& json, const api::ModelError& error) {
  json.open_object();
  json.member("code", error.code);
  json.member("detail", error.text);
  const std::pair<std::string_view, const std::string&> members[] = {{"attribute", error.attribute},
                                                                     {"rule", error.rule},
                                                                     {"value", error.value},
                                                                     {"current", error.current}};
  for (const auto& [name, text] : members) {
    if (!text.empty()) json.member(name, text);
  }
  if (!error.allowed.empty()) json.strings("allowed", error.allowed);
  json.close_object();
}

std::string_view word_of(model::Severity severity) {
  constexpr std::string_view kWords[] = {"error", "warning", "info"};
  return kWords[static_cast<std::size_t>(severity)];
}

void put_finding(JsonText& json, const model::Finding& finding) {
  json.open_object();
  json.member("code", finding.code);
  json.member("severity", word_of(finding.severity));
  json.member("line", finding.place.line);
  json.member("column", finding.place.column);
  json.member("message", finding.message);
  json.member("fix", finding.fix);
  json.close_object();
}

template <typename Element>
void put_all(JsonText& json, std::string_view name, const std::vector<Element>& elements,
             void (*put)(JsonText&, const Element&)) {
  if (elements.empty()) return;
  json.array(name);
  for (const Element& element : elements) put(json, element);
  json.close_array();
}

std::string body_of(const Problem& problem) {
  JsonText json(JsonLayout::Compact);
  json.open_object();
  json.member("type", "/errors/" + problem.code);
  json.member("title", problem.title);
  json.member("status", static_cast<unsigned>(problem.status));
  json.member("code", problem.code);
  json.member("detail", problem.detail);
  for (const auto& [name, text] : problem.texts) json.member(name, text);
  for (const auto& [name, texts] : problem.lists) json.strings(name, texts);
  put_all(json, "errors", problem.errors, put_error);
  put_all(json, "findings", problem.findings, put_finding);
  json.close_object();
  return std::move(json).take() + "\n";
}

}  // namespace

Error refusal(Problem problem) {
  const std::string detail = problem.detail;
  return {ErrorKind::InvalidArgument, detail, std::make_shared<ToldProblem>(std::move(problem))};
}

Problem problem_of(const Error& error) {
  if (const auto* told = error.detail<ToldProblem>()) return told->problem;
  if (const auto* failure = serving::failure_of(error)) {
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
  response.body = body_of(problem);
  if (problem.status == HttpStatus::ServiceUnavailable) response.headers += "Retry-After: 1\r\n";
  if (response.note != nullptr) response.note->error_type = problem.code;
  return problem.status;
}

HttpStatus answer_problem(const Error& error, HttpResponse& response) {
  return answer_problem(problem_of(error), response);
}

}  // namespace partita::rest
