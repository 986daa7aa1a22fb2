#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dynamodb/operations/transaction_writer.h"
#include "model/definition/model.h"
#include "modelled/serving/write_pattern.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

// A request that is repeated with its idempotency key is answered as the first time and writes
// nothing. What is remembered of it is the record of a request token (transactions/request_token.h)
// with a note about the answer.
namespace partita::serving {

// `bodies` are those of the steps, in their order.
// REQUIRES: the request has an idempotency key; check_item accepts each body.
operations::TransactionToken idempotency_token(const model::Model& model,
                                               const model::Pattern& pattern,
                                               const PatternWriteRequest& request,
                                               std::span<const Item> bodies);

// What has been written, so that it can be told again.
struct AnswerNote {
  bool is_created = false;
  std::vector<EncodedItem> keys;  // One for each step.
};

Bytes encode(const AnswerNote& note);
// ERRORS: Corrupt.
Result<AnswerNote> decode_answer_note(ByteView bytes);

}  // namespace partita::serving
