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
  // What the caller has seen (If-Match); nullopt: whatever is there.
  std::optional<std::string> expected_revision;
  std::string idempotency_key;  // Empty: each call counts. Kept for ten minutes.
  std::string role;             // Of the caller, for transitions that ask for one; empty: none.
};

struct WrittenRow {
  std::string step;  // Of a transaction, else empty.
  const model::Entity* entity = nullptr;
  EncodedItem key;
  std::optional<EncodedItem> item;  // As it is stored now; nullopt: it is gone.
};

struct WriteAnswer {
  std::vector<WrittenRow> rows;  // One, or one for each step; none if there was nothing to claim.
  bool is_created = false;       // A put that found no item.
};

// Runs a pattern that writes: one commit, all or nothing, under the rules of the model; an erasure
// of many rows takes several (erasure.h). A request that repeats one with its idempotency key
// writes nothing and names the items of the first one. REQUIRES: as read; the pattern writes.
// ERRORS: those of Failure; IdempotentParameterMismatch; what the model refuses (api::ApiFailure
// with a ModelError; in a transaction the first reason that is no None, its step named); those of
// the operations.
Task<Result<WriteAnswer>> write(const PatternContext& context, const ServedModel& model,
                                const planning::PatternPlan& plan,
                                const PatternWriteRequest& request);

// The revision of a stored item as If-Match wants it: its `rev` or version if the entity has one,
// else a hash of the item.
std::string revision_of(const model::Entity& entity, const ItemView& item);

}  // namespace partita::serving
