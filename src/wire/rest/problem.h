#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/finding.h"
#include "partita/api/exception.h"
#include "partita/base/error.h"
#include "wire/protocol/http_response.h"

namespace partita::rest {

// An error of the models' API in the form of RFC 9457: application/problem+json.
struct Problem {
  protocol::HttpStatus status = protocol::HttpStatus::BadRequest;
  std::string code;        // "M201", "not_found": for programs; also the end of `type`.
  std::string_view title;  // The same for every problem of the code.
  std::string detail;      // What is wrong with this request, and what would be right.
  // Further members: of a model's refusal, or what there is instead.
  std::vector<std::pair<std::string_view, std::string>> texts = {};
  std::vector<std::pair<std::string_view, std::vector<std::string>>> lists = {};
  std::vector<api::ModelError> errors = {};   // All that is wrong with an item, the first included.
  std::vector<model::Finding> findings = {};  // Of a model file.
};

// An error that is told as this problem: how functions of this API refuse what has no exception of
// DynamoDB and no kind of failure of its own.
Error refusal(Problem problem);

// The problem for an error. Internal errors have fixed messages, without internal details. 503
// means that certainly nothing was applied; after 500 it is unknown.
Problem problem_of(const Error& error);

// Writes the body and its headers, and notes the code.
protocol::HttpStatus answer_problem(const Problem& problem, protocol::HttpResponse& response);
protocol::HttpStatus answer_problem(const Error& error, protocol::HttpResponse& response);

}  // namespace partita::rest
