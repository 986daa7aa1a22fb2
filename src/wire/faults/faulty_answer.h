#pragma once

#include <functional>
#include <optional>

#include "dynamodb/operations/context.h"
#include "partita/base/error.h"
#include "partita/base/task.h"
#include "wire/faults/faults.h"
#include "wire/faults/left_members.h"
#include "wire/protocol/http_response.h"

namespace partita::faults {

// What is to be different while a request is carried out.
struct FaultyService {
  const LeftMembers* left_members = nullptr;  // Of a batch; null: none.
  const engine::View* past = nullptr;         // What a read shows; null: the present.
};

// How a request is answered as usual, and how it is refused.
struct FaultyExchange {
  operations::Context& context;
  protocol::HttpResponse& response;
  std::function<Task<protocol::HttpStatus>(FaultyService)> serve;
  protocol::HttpStatus (*refuse)(const Error&, protocol::HttpResponse&);
};

// Answers the request as usual or, if a rule is for it, with the fault that the rule asks for; then
// the answer has a header that says so. Without a subject nothing is known of it but that it is
// wrong by itself.
// REQUIRES: all that the exchange refers to outlives the task.
Task<protocol::HttpStatus> answer_with_faults(Faults& faults, std::optional<FaultSubject> subject,
                                              FaultyExchange exchange);

// What the request is told; nullopt if the fault is no error.
std::optional<Error> error_of(FaultKind kind, const FaultSubject& subject,
                              const catalog::Catalog& catalog);

}  // namespace partita::faults
