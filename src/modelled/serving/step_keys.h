#pragma once

#include "model/planning/pattern_plan.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::enforcement {
struct RuleContext;
}  // namespace partita::enforcement

// The keys of items that a pattern writes, made of their attributes.
namespace partita::serving {

// The item with its key attributes.
// ERRORS: BadBody for a put, BadArgument for others, if a part is missing or cannot stand in a key.
Result<EncodedItem> with_keys(const planning::PatternWritePlan& plan, EncodedItem item);

// The same for a new item, with ids and times that the rules in force generate.
// ERRORS: the same; M106.
Result<EncodedItem> complete_keys(const enforcement::RuleContext& context,
                                  const planning::PatternWritePlan& plan, EncodedItem item);

// Only the key attributes.
EncodedItem key_of(const model::Table& table, const ItemView& item);

}  // namespace partita::serving
