#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/definition/attribute.h"
#include "model/formula/timestamp.h"
#include "model/samples/dice.h"

namespace partita::samples {

// What a text is wanted for.
struct TextWish {
  std::string_view attribute;             // Its name tells what it could be.
  std::optional<std::uint64_t> distinct;  // No other text of this attribute has this number.
  std::string_view resource;              // The name in an ARN; empty: any.
  model::Instant instant{};
};

// A text that the type allows: by its format, its pattern, its bounds and the attribute's name.
// Nullopt if none is known that matches the pattern.
std::optional<std::string> text_value(const model::AttributeType& type, const TextWish& wish,
                                      Dice& dice);

}  // namespace partita::samples
