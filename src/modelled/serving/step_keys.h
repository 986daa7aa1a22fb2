#pragma once

#include "model/planning/pattern_plan.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"
#include "store/catalog/catalog.h"

// The keys of items that a pattern writes, made of their attributes.
namespace partita::serving {

// What keys are made with. All of it outlives the steps.
struct StepContext {
  const catalog::Catalog& catalog;
  const Clock& clock;
  Random& random;
};

// The item with its key attributes.
// ERRORS: BadBody for a put, BadArgument for others, if a part is missing or cannot stand in a key.
Result<EncodedItem> with_keys(const planning::PatternWritePlan& plan, EncodedItem item);

// The same for a new item, with ids and times that the rules in force generate.
// ERRORS: the same; M106.
Result<EncodedItem> complete_keys(const StepContext& around, const planning::PatternWritePlan& plan,
                                  EncodedItem item);

// Only the key attributes.
EncodedItem key_of(const model::Table& table, const ItemView& item);

}  // namespace partita::serving
