#pragma once

#include "dynamodb/operations/tree_requests.h"
#include "model/samples/write.h"
#include "modelled/enforcement/model_rules.h"
#include "partita/api/put_item.h"
#include "partita/base/random.h"
#include "partita/base/result.h"

namespace partita::cli {

// What makes requests of sample writes: the rules of their table know its keys.
struct SampleKeys {
  const rules::TableRules& rules;
  Random& random;
};

// ERRORS: as rules::TableRules::complete_keys.
Result<api::PutItemRequest> put_request(const SampleKeys& keys, const samples::Write& write);
Result<operations::TreeWrite> update_request(const SampleKeys& keys, const samples::Write& write);

}  // namespace partita::cli
