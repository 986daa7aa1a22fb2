#pragma once

#include "model/rules/judgement.h"
#include "partita/base/random.h"
#include "partita/base/result.h"

namespace partita::rules {

// The fourth step of a write: everything that the server adds to an item. Values that the request
// has for what is computed must be the computed ones (M104), its revision the stored one (M203).
void fill(Judgement& judgement, Random& random);

// Only what the table's key is made of, and the key itself, where they are missing.
// REPORTS: M106 if a value cannot stand in the key.
void fill_keys(Judgement& judgement, Random& random);

// Gives the slot the value that the server computed, nullopt for none. `source` is the text of the
// formula or the template.
// REPORTS: M104 if the request has another value of its own.
void settle(Judgement& judgement, SlotIndex slot, std::optional<ValueView> expected,
            std::string_view source);

}  // namespace partita::rules
