#include "wire/rest/problem.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "model/rules/refusal.h"
#include "modelled/serving/failure.h"
#include "partita/api/exception.h"
#include "support/model_file.h"

namespace partita::rest {
namespace {

using protocol::HttpResponse;
using protocol::HttpStatus;
using serving::FailureKind;

Error model_error(std::string code, std::string rule = {}) {
  api::ModelError why;
  why.code = std::move(code);
  why.model = "m";
  why.rule = std::move(rule);
  return api::refused_by_model(api::Exception::Validation, "refused", std::move(why), std::nullopt);
}

// What the reference says of a code: "| M101 | ... | ValidationException | 422 |".
struct Documented {
  std::string exception;
  int status = 0;
};

std::map<std::string, Documented> documented_codes() {
  const std::regex row(R"(\| (M\d{3}) \| .* \| (\w+) \| (\d{3}) \|)");
  std::map<std::string, Documented> codes;
  std::istringstream lines(tree_file("docs/MODEL_FORMAT.md"));
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, row)) codes[match[1]] = {match[2], std::stoi(match[3])};
  }
  return codes;
}

TEST(RestProblem, HasTheDocumentedStatusOfEveryCodeOfTheRules) {
  auto documented = documented_codes();
  for (const rules::CodeKind& one : rules::kCodes) {
    const std::string code(one.code);
    ASSERT_TRUE(documented.contains(code)) << code << " is not in MODEL_FORMAT.md";
    const bool is_condition = one.kind == rules::Refusal::Kind::Condition;
    EXPECT_EQ(documented[code].exception,
              is_condition ? "ConditionalCheckFailedException" : "ValidationException")
        << code;
    const Problem problem = problem_of(model_error(code));
    EXPECT_EQ(static_cast<int>(problem.status), documented[code].status) << code;
    EXPECT_EQ(problem.code, code);
    EXPECT_NE(problem.title, "Refused by the model") << code << " has no title";
  }
  EXPECT_EQ(documented.size(), std::size(rules::kCodes));
}

TEST(RestProblem, ForbidsWhatTheCallerMayNotDoAtAll) {
  EXPECT_EQ(problem_of(model_error("M202", "role")).status, HttpStatus::Forbidden);
  EXPECT_EQ(problem_of(model_error("M202", "by")).status, HttpStatus::Forbidden);
}

TEST(RestProblem, ListsAllThatIsWrongWithAnItem) {
  api::ModelError why{.code = "M101", .model = "m", .attribute = "a", .rule = "min"};
  why.others.push_back({.code = "M101", .model = "m", .attribute = "b", .text = "E.b: no"});
  const Error error = api::refused_by_model(
      api::Exception::Validation,
      "One or more parameter values were invalid: model m, E.a: low [M101]; E.b: no [M101]", why,
      std::nullopt);
  HttpResponse response;
  answer_problem(error, response);
  EXPECT_EQ(response.body,
            R"({"type":"/errors/M101","title":"Invalid value","status":422,"code":"M101",)"
            R"("detail":"E.a: low","model":"m","attribute":"a","rule":"min","errors":[)"
            R"({"code":"M101","detail":"E.a: low","attribute":"a","rule":"min"},)"
            R"({"code":"M101","detail":"E.b: no","attribute":"b"}]})"
            "\n");
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
    EXPECT_EQ(problem_of(serving::failure(kind, "why")).status, status);
    EXPECT_EQ(problem_of(serving::failure(kind, "why")).detail, "why");
  }
  EXPECT_EQ(problem_of(serving::failure(FailureKind::BadToken, "why", "T302")).code, "T302");
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
      R"("rule":"lifecycle","requested":"processing","current":"completed","allowed":[],)"
      R"("errors":[{"code":"M201","detail":"Message 550e: status completed -> processing is not )"
      R"(allowed; completed is final","attribute":"status","rule":"lifecycle",)"
      R"("value":"processing","current":"completed"}]})"
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
}  // namespace partita::rest
