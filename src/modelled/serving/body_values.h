#pragma once

#include "model/definition/entity.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::serving {

// The attributes of a body in the types that the model asks for, where plain JSON has no word for
// them: a list becomes a set, a text in base64 binary, to any depth. All else stays as it is, and
// the rules say what is wrong with it.
// REQUIRES: check_item accepts the body.
// ERRORS: BadBody if a text is no base64, or a set is empty or has an element twice.
Result<Item> body_values(const model::Entity& entity, const Item& body);

}  // namespace partita::serving
