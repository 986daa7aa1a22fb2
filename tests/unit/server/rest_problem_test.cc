#include "server/rest_problem.h"

#include <gtest/gtest.h>

#include "partita/api/exception.h"
#include "patterns/failure.h"

namespace partita::server {
namespace {

using patterns::FailureKind;
using protocol::HttpResponse;
using protocol::HttpStatus;

Error model_error(std::string code, std::string rule = {}) {
  api::ModelError why;
  why.code = std::move(code);
  why.model = "m";
  why.rule = std::move(rule);
  return api::refused_by_model(api::Exception::Validation, "refused", std::move(why), std::nullopt);
}

TEST(RestProblem, HasTheStatusOfEachModelError) {
  const std::pair<const char*, HttpStatus> cases[] = {{"M101", HttpStatus::UnprocessableContent},
                                                      {"M102", HttpStatus::UnprocessableContent},
                                                      {"M103", HttpStatus::Conflict},
                                                      {"M104", HttpStatus::UnprocessableContent},
                                                      {"M105", HttpStatus::UnprocessableContent},
                                                      {"M106", HttpStatus::UnprocessableContent},
                                                      {"M107", HttpStatus::NotFound},
                                                      {"M108", HttpStatus::Conflict},
                                                      {"M110", HttpStatus::Forbidden},
                                                      {"M201", HttpStatus::Conflict},
                                                      {"M202", HttpStatus::Conflict},
                                                      {"M203", HttpStatus::PreconditionFailed},
                                                      {"M204", HttpStatus::Conflict},
                                                      {"M205", HttpStatus::Conflict}};
  for (const auto& [code, status] : cases) {
    EXPECT_EQ(problem_of(model_error(code)).status, status) << code;
    EXPECT_EQ(problem_of(model_error(code)).code, code);
  }
  EXPECT_EQ(problem_of(model_error("M202", "role")).status, HttpStatus::Forbidden);
}

TEST(RestProblem, HasTheStatusOfEachFailure) {
  const std::pair<FailureKind, HttpStatus> cases[] = {
      {FailureKind::BadArgument, HttpStatus::BadRequest},
      {FailureKind::BadBody, HttpStatus::BadRequest},
      {FailureKind::BadToken, HttpStatus::BadRequest},
      {FailureKind::NotFound, HttpStatus::NotFound},
      {FailureKind::AlreadyExists, HttpStatus::Conflict},
      {FailureKind::OtherRevision, HttpStatus::PreconditionFailed},
      {FailureKind::StillBuilding, HttpStatus::ServiceUnavailable},
      {FailureKind::NotServed, HttpStatus::NotImplemented}};
  for (const auto& [kind, status] : cases) {
    EXPECT_EQ(problem_of(patterns::failure(kind, "why")).status, status);
    EXPECT_EQ(problem_of(patterns::failure(kind, "why")).detail, "why");
  }
  EXPECT_EQ(problem_of(patterns::failure(FailureKind::BadToken, "why", "T302")).code, "T302");
}

TEST(RestProblem, IsJsonWithTheMembersOfAModelError) {
  api::ModelError why{.code = "M201",
                      .model = "rez_agent",
                      .entity = "Message",
                      .id = "550e",
                      .attribute = "status",
                      .rule = "lifecycle",
                      .value = "processing",
                      .current = "completed",
                      .allowed = {}};
  const Error error = api::refused_by_model(
      api::Exception::ConditionalCheckFailed,
      "The conditional request failed: model rez_agent, Message 550e: status completed -> "
      "processing is not allowed; completed is final [M201]",
      why, std::nullopt);
  HttpResponse response;
  EXPECT_EQ(answer_problem(error, response), HttpStatus::Conflict);
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(
      response.body,
      R"({"type":"/errors/M201","title":"Illegal transition","status":409,"code":"M201",)"
      R"("detail":"Message 550e: status completed -> processing is not allowed; completed is )"
      R"(final","model":"rez_agent","entity":"Message","id":"550e","attribute":"status",)"
      R"("rule":"lifecycle","requested":"processing","current":"completed","allowed":[]})"
      "\n");
}

TEST(RestProblem, TellsNothingOfWhatHappenedInside) {
  for (const Error& error : {Error::unknown("the disk /srv/x broke"), Error::corrupt("/srv/x"),
                             Error::internal("/srv/x"), Error::unavailable("/srv/x is full")}) {
    HttpResponse response;
    answer_problem(error, response);
    EXPECT_EQ(response.body.find("/srv"), std::string::npos) << response.body;
  }
}

TEST(RestProblem, PromisesWith503ThatNothingWasApplied) {
  HttpResponse response;
  EXPECT_EQ(answer_problem(Error::unavailable("full"), response), HttpStatus::ServiceUnavailable);
  EXPECT_EQ(response.headers, "Retry-After: 1\r\n");
  EXPECT_EQ(problem_of(Error::unknown("lost")).status, HttpStatus::InternalServerError);
  EXPECT_EQ(problem_of(Error::conflict("again")).status, HttpStatus::Conflict);
}

}  // namespace
}  // namespace partita::server
