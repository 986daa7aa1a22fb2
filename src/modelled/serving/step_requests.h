#pragma once

#include <string>

#include "dynamodb/operations/tree_requests.h"
#include "modelled/serving/step_attributes.h"
#include "modelled/serving/step_keys.h"
#include "partita/base/result.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// Whether there must be an item already.
enum class Presence { Any, Required, Forbidden };

// One write of a pattern, ready to be committed.
struct StepRequest {
  const planning::PatternWritePlan* plan = nullptr;
  operations::TreeWrite write;
  EncodedItem key;
  Presence presence = Presence::Any;
  Item matched;            // What the stored item must have: bound attributes that are no key.
  EncodedItem attributes;  // All that is known of the item.

  // A step for the item with these attributes, its write still to be made.
  static StepRequest of(const planning::PatternWritePlan& plan, EncodedItem attributes);
  // "Message 550e8400-...": the item as people name it.
  std::string item_name() const;
};

// ERRORS: those of gather_attributes and of complete_keys; BadBody for what the pattern does not
// take.
// REQUIRES: the step is no restore.
Result<StepRequest> make_step(const enforcement::RuleContext& context, const StepInput& input);

// The put of an item that is complete but for what the rules fill in.
// ERRORS: as make_step.
Result<StepRequest> make_put(const enforcement::RuleContext& context,
                             const planning::PatternWritePlan& plan, Item item);

}  // namespace partita::serving
