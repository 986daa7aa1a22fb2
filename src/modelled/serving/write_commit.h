#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/transaction_writer.h"
#include "modelled/serving/idempotency.h"
#include "modelled/serving/step_requests.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// All that a pattern writes, to be committed at once.
struct PatternCommit {
  std::vector<StepRequest> steps;
  std::optional<std::string> expected_revision;  // Of the only step.
  std::string_view role;
  std::optional<operations::TransactionToken> token;
};

struct Committed {
  std::vector<std::optional<EncodedItem>> items;  // As they are stored, one for each step.
  bool is_created = false;                        // A put found no item.
  std::optional<AnswerNote> repeated;  // Set: the request is a repetition, nothing was written.
};

// Runs the steps as TransactWriteItems would, by the same writer (operations::TransactionWriter).
// Only what stands around them is more: the stored item is compared with what the caller has seen,
// and errors keep all that the model says.
// ERRORS: NotFound, AlreadyExists, OtherRevision; what the model or DynamoDB says about the first
// step that fails, its name before the message; IdempotentParameterMismatch; those of the engine.
// REQUIRES: context and request outlive the task, which takes the writes out of the steps.
Task<Result<Committed>> commit(operations::Context& context, PatternCommit& request);

}  // namespace partita::serving
