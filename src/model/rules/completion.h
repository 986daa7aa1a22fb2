#pragma once

#include <optional>

#include "model/definition/attribute.h"
#include "model/rules/value_check.h"
#include "partita/value/item_view.h"

// What the server adds inside a value: defaults of the fields of maps, times in their canonical
// form.

namespace partita::rules {

// Whether values of the type can need it.
bool is_completable(const model::AttributeType& type);

// The value as it is to be stored, or nullopt if it is so already. Allocates only in the first
// case.
std::optional<Value> completed(const model::AttributeType& type, const ValueView& value,
                               Siblings siblings);

}  // namespace partita::rules
