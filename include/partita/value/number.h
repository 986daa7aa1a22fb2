#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita {

__extension__ typedef unsigned __int128 Uint128;

// A decimal number, exact to 38 significant digits, as in DynamoDB: zero, or a magnitude from
// 1E-130 to 9.9999999999999999999999999999999999999E+125 of either sign. There is no minus zero.
//
// The value is sign * coefficient * 10^exponent. It is always in normal form: the coefficient has
// no trailing zero, and zero is 0 * 10^0. So equal numbers have equal members.
class Number {
 public:
  static constexpr int kDigitsMax = 38;
  static constexpr int kMagnitudeMax = 125;   // Of the first digit: 9.99E+125.
  static constexpr int kMagnitudeMin = -130;  // 1E-130.

  constexpr Number() = default;
  Number(std::int64_t value);  // NOLINT: implicit, every integer is a Number

  // Reads the form that DynamoDB accepts: an optional sign, digits with an optional point, an
  // optional exponent; no spaces. Leading and trailing zeros do not count as digits.
  // ERRORS: InvalidArgument with DynamoDB's message if it is not a number, has more than 38 digits,
  // or is too large or too small.
  static Result<Number> parse(std::string_view text);

  // Builds a number from its parts, brought to normal form.
  // ERRORS: as parse, for more than 38 digits, overflow and underflow.
  static Result<Number> from_parts(bool is_negative, Uint128 coefficient, int exponent);

  // Whether these parts are the normal form of a number, as a codec stored them.
  static bool is_normal(bool is_negative, Uint128 coefficient, int exponent);
  // REQUIRES: is_normal of the same parts.
  static Number from_normal(bool is_negative, Uint128 coefficient, int exponent) {
    assert(is_normal(is_negative, coefficient, exponent));
    Number number;
    number.coefficient_ = coefficient;
    number.exponent_ = static_cast<std::int16_t>(exponent);
    number.is_negative_ = is_negative;
    return number;
  }

  bool is_zero() const { return coefficient_ == 0; }
  bool is_negative() const { return is_negative_; }
  Uint128 coefficient() const { return coefficient_; }
  int exponent() const { return exponent_; }
  // How many digits the coefficient has; 0 for zero.
  int digits() const;
  // The power of ten of the first digit: 0 for 7, 2 for 123, -3 for 0.001; 0 for zero.
  int magnitude() const { return is_zero() ? 0 : exponent_ + digits() - 1; }

  // Exact, or an error when the answer needs more than 38 digits or leaves the range.
  Result<Number> plus(const Number& other) const;
  Result<Number> minus(const Number& other) const;
  Number negated() const;

  // DynamoDB's text form: plain decimal, no exponent, no superfluous zeros ("-0.001", "1000").
  std::string to_string() const;
  void append_to(std::string& text) const;
  // The same at `target`; returns its end. REQUIRES: room for kTextBytesMax characters.
  char* print_to(char* target) const;
  // At most this many characters: a sign, "0.", 129 zeros and 38 digits.
  static constexpr std::size_t kTextBytesMax = 176;

  // The size of the number in an item, as DynamoDB counts it.
  std::size_t size_bytes() const;

  friend bool operator==(const Number& left, const Number& right) = default;
  friend std::strong_ordering operator<=>(const Number& left, const Number& right);

 private:
  Uint128 coefficient_ = 0;
  std::int16_t exponent_ = 0;
  bool is_negative_ = false;
};

}  // namespace partita
