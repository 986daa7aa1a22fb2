#pragma once

#include <optional>
#include <string_view>

#include "model/definition/attribute.h"
#include "model/samples/dice.h"

namespace partita::samples {

// A number that the type allows, of a size that suits an attribute of that name: years for `year`,
// bytes for `fileSize`. `Int` has no fraction; others have up to three decimals.
// Nullopt if the bounds leave no room among 64-bit numbers.
std::optional<Number> number_for(const model::AttributeType& type, std::string_view attribute,
                                 Dice& dice);

// How many elements or characters the bounds allow near `wanted`.
std::size_t count_within(const model::Bounds& bounds, std::size_t wanted);

}  // namespace partita::samples
