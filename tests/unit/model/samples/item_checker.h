#pragma once

#include <string>
#include <string_view>

#include "model/definition/model.h"
#include "partita/value/value.h"

namespace partita::samples {

// An own, slow reading of what the model asks of an item that clients send: types, bounds, enums,
// formats, patterns, unions, only_when, required. Returns the first thing that is wrong, or
// nothing.
std::string complaint(const model::Entity& entity, const Item& item);

// The same for some attributes of an item that looks like `whole` after the write.
std::string complaint_about_changes(const model::Entity& entity, const Item& changes,
                                    const Item& whole);

}  // namespace partita::samples
