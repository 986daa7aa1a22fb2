#include "model/formula/decimal.h"

#include <limits>

namespace partita::model {
namespace {

Uint128 power_of_ten(int exponent) {
  Uint128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

int count_digits(Uint128 value) {
  int digits = 0;
  for (; value != 0; value /= 10) ++digits;
  return digits;
}

std::optional<Number> number_of(bool is_negative, Uint128 coefficient, int exponent) {
  auto number = Number::from_parts(is_negative, coefficient, exponent);
  if (!number.ok()) return std::nullopt;
  return *number;
}

// A coefficient of 76 digits as high * 10^38 + low.
struct Product {
  Uint128 high;
  Uint128 low;
};

// REQUIRES: both are below 10^38.
Product product_of(Uint128 left, Uint128 right) {
  const Uint128 half = power_of_ten(19);
  const Uint128 whole = half * half;
  const Uint128 middle = (left / half) * (right % half) + (left % half) * (right / half);
  const Uint128 low = (middle % half) * half + (left % half) * (right % half);
  return {(left / half) * (right / half) + middle / half + low / whole, low % whole};
}

enum class Rest { BelowHalf, Half, AboveHalf };

Rest compare_to_half(Uint128 rest, Uint128 unit) {
  const Uint128 missing = unit - rest;
  if (rest < missing) return Rest::BelowHalf;
  return rest == missing ? Rest::Half : Rest::AboveHalf;
}

Uint128 rounded(Uint128 kept, Rest rest) {
  const bool is_up = rest == Rest::AboveHalf || (rest == Rest::Half && kept % 2 == 1);
  return is_up ? kept + 1 : kept;
}

// The next digit of remainder / divisor; the remainder moves on. The divisor is below 2^127, so a
// doubled remainder fits, and ten times it does not: it is reached by doubling and adding.
unsigned next_digit(Uint128& remainder, Uint128 divisor) {
  const Uint128 once = remainder;
  unsigned digit = 0;
  const auto add = [&](Uint128 summand) {
    remainder += summand;
    if (remainder < divisor) return;
    remainder -= divisor;
    ++digit;
  };
  add(remainder);
  digit *= 2;
  add(remainder);
  add(once);
  digit *= 2;
  add(remainder);
  return digit;
}

}  // namespace

std::optional<Number> multiply(const Number& left, const Number& right) {
  const bool is_negative = left.is_negative() != right.is_negative();
  const int exponent = left.exponent() + right.exponent();
  const Product product = product_of(left.coefficient(), right.coefficient());
  if (product.high == 0) return number_of(is_negative && product.low != 0, product.low, exponent);
  const int dropped = count_digits(product.high);
  const Uint128 unit = power_of_ten(dropped);
  const Uint128 kept =
      product.high * power_of_ten(Number::kDigitsMax - dropped) + product.low / unit;
  return number_of(is_negative, rounded(kept, compare_to_half(product.low % unit, unit)),
                   exponent + dropped);
}

std::optional<Number> divide(const Number& left, const Number& right) {
  if (right.is_zero()) return std::nullopt;
  if (left.is_zero()) return Number();
  const Uint128 divisor = right.coefficient();
  Uint128 quotient = left.coefficient() / divisor;
  Uint128 remainder = left.coefficient() % divisor;
  int exponent = left.exponent() - right.exponent();
  for (int digits = count_digits(quotient); digits < Number::kDigitsMax && remainder != 0;) {
    quotient = quotient * 10 + next_digit(remainder, divisor);
    --exponent;
    if (quotient != 0) ++digits;
  }
  const bool is_negative = left.is_negative() != right.is_negative();
  return number_of(is_negative, rounded(quotient, compare_to_half(remainder, divisor)), exponent);
}

std::optional<std::int64_t> to_integer(const Number& number) {
  constexpr int kDigitsOfInteger = 18;
  if (number.exponent() < 0 || number.magnitude() > kDigitsOfInteger) return std::nullopt;
  const Uint128 magnitude = number.coefficient() * power_of_ten(number.exponent());
  if (magnitude > static_cast<Uint128>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  const auto value = static_cast<std::int64_t>(magnitude);
  return number.is_negative() ? -value : value;
}

std::optional<std::int64_t> to_nearest_integer(const Number& number) {
  if (number.exponent() >= 0) return to_integer(number);
  if (number.magnitude() < -1) return 0;
  const Uint128 unit = power_of_ten(-number.exponent());
  const Uint128 whole = number.coefficient() / unit;
  const Uint128 nearest = rounded(whole, compare_to_half(number.coefficient() % unit, unit));
  const auto integer = number_of(number.is_negative() && nearest != 0, nearest, 0);
  return integer ? to_integer(*integer) : std::nullopt;
}

}  // namespace partita::model
