#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelled/serving/arguments.h"
#include "modelled/serving/pattern_context.h"
#include "modelled/serving/served_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"

namespace partita::serving {

struct PatternWriteRequest {
  Arguments arguments;
  // Attributes by name. Of a transaction: an item for each step, by the step's name. A NULL removes
  // the attribute in updates and transitions, unless it is nullable.
  Item body;
  // The revision that the caller expects (If-Match); nullopt: any.
  std::optional<std::string> expected_revision;
  std::string idempotency_key;  // Kept for ten minutes. Empty: none.
  std::string role;             // The caller's role, for transitions that need one; empty: none.
};

struct WrittenRow {
  std::string step;  // The step of a transaction, else empty.
  const model::Entity* entity = nullptr;
  EncodedItem key;
  std::optional<EncodedItem> item;  // As stored after the write; nullopt: deleted.
};

struct WriteAnswer {
  std::vector<WrittenRow> rows;  // One, or one for each step; none if there was nothing to claim.
  bool is_created = false;       // True: a put that created an item.
};

// Runs a pattern that writes, in one atomic commit and under the rules of the model; an erasure of
// many rows needs several commits (erasure.h). If a request is repeated with its idempotency key,
// it writes nothing and returns the items of the first one. REQUIRES: as read; the pattern writes.
// ERRORS: those of Failure; IdempotentParameterMismatch; what the model refuses (api::ApiFailure
// with a ModelError; in a transaction the first reason that is no None, its step named); those of
// the operations.
Task<Result<WriteAnswer>> write(const PatternContext& context, const ServedModel& model,
                                const planning::PatternPlan& plan,
                                const PatternWriteRequest& request);

// The revision of a stored item for If-Match: its `rev` or version if the entity has one, else a
// hash of the item.
std::string revision_of(const model::Entity& entity, const ItemView& item);

}  // namespace partita::serving
