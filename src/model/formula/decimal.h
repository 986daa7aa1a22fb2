#pragma once

#include <cstdint>
#include <optional>

#include "partita/value/number.h"

// Arithmetic on decimals that DynamoDB itself does not have. Answers are exact if they fit into 38
// digits, else rounded to them, half to even.

namespace partita::model {

// Nullopt if the answer leaves the range of numbers.
std::optional<Number> multiply(const Number& left, const Number& right);
// Nullopt also for a divisor of zero.
std::optional<Number> divide(const Number& left, const Number& right);

// The number as an integer, or nullopt if it has a fraction or does not fit.
std::optional<std::int64_t> to_integer(const Number& number);
// The nearest integer, half to even; nullopt if that does not fit.
std::optional<std::int64_t> to_nearest_integer(const Number& number);

}  // namespace partita::model
