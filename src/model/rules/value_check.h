#pragma once

#include <optional>
#include <string_view>

#include "model/definition/attribute.h"
#include "model/rules/fault.h"
#include "partita/base/function_ref.h"
#include "partita/value/item_view.h"

namespace partita::rules {

// What lies beside a value: the attributes of its item, or the fields of the map that it is in.
using Siblings = FunctionRef<std::optional<ValueView>(std::string_view name)>;

// Whether a value is what its attribute, or field, may have: NULL, type, bounds, pattern, format,
// values, elements and fields, to any depth. Not `only_when`.
FaultPointer check_value(const model::Attribute& attribute, const ValueView& value,
                         Siblings siblings);

// Whether the attribute may be there at all.
FaultPointer check_only_when(const model::Attribute& attribute, Siblings siblings);

// The case of a union that its deciding attribute chooses, or null.
const model::UnionCase* find_case(const model::AttributeType& type, Siblings siblings);

// Whether the value equals one of those that a model names.
bool is_one_of(const std::optional<ValueView>& value, const std::vector<Value>& values);

// AWS reads TTL in seconds; numbers as large as this can only be milliseconds.
bool looks_like_milliseconds(const Number& epoch_seconds);

}  // namespace partita::rules
