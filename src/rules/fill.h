#pragma once

#include "partita/base/random.h"
#include "partita/base/result.h"
#include "rules/judgement.h"

namespace partita::rules {

// The fourth step of a write: everything that the server adds to an item. Values that the request
// has for what is computed must be the computed ones (M104), its stamps not older (M108), its
// revision the stored one (M203).
Status fill(Judgement& judgement, Random& random);

// Only what the table's key is made of, and the key itself, where they are missing.
// ERRORS: M106 if a value cannot stand in the key.
Status fill_keys(Judgement& judgement, Random& random);

// Gives the slot the value that the server computed, nullopt for none. `source` is the text of the
// formula or the template.
// ERRORS: M104 if the request has another value of its own.
Status settle(Judgement& judgement, SlotIndex slot, std::optional<ValueView> expected,
              std::string_view source);

}  // namespace partita::rules
