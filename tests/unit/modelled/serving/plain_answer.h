#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "unit/modelled/serving/read_database.h"

// What patterns promise, computed from all items one by one, without plans and without indexes.

namespace partita::serving {

// Rows of one entity with what the entity says about them: keys that a row has only to be found by
// are left out, so that both rows of an edge look alike.
using PlainItems = std::vector<EncodedItem>;
EncodedItem plain_item(const model::Entity& entity, const ItemView& item);

// What the pattern gives of that entity, in no order.
PlainItems plain_answer(const ReadDatabase& database, const model::Pattern& pattern,
                        const model::Entity& entity, const GivenArguments& arguments);

// Arguments to try the pattern with, taken from the items that it can give: the most frequent ones,
// one that is rare, and with a range also bounds.
std::vector<GivenArguments> arguments_to_try(const ReadDatabase& database,
                                             const model::Pattern& pattern);

// Whether the rows are in the order that the plan says.
bool is_in_order(const planning::PatternReadPlan& plan, const std::vector<EncodedItem>& items);

// "stage = dev, from = 2025-10-01"
std::string to_text(const GivenArguments& arguments);

}  // namespace partita::serving
