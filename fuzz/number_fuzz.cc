// Any text: if it is a number, its printed form is the same number, and the operations agree with
// each other. Two numbers with a space between them are added and compared.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "partita/base/check.h"
#include "partita/value/number.h"

namespace {

using partita::Number;

void check_one(const Number& number) {
  const std::string text = number.to_string();
  PARTITA_CHECK(text.size() <= Number::kTextBytesMax);
  PARTITA_CHECK(Number::parse(text).value() == number);
  PARTITA_CHECK(Number::is_normal(number.is_negative(), number.coefficient(), number.exponent()));
  PARTITA_CHECK(number.negated().negated() == number);
  PARTITA_CHECK(number.minus(number).value().is_zero());
  PARTITA_CHECK(number.digits() <= Number::kDigitsMax);
  PARTITA_CHECK(number.size_bytes() >= 1 && number.size_bytes() <= 22);
  PARTITA_CHECK((number <=> Number()) == (number.is_negative() ? std::strong_ordering::less
                                          : number.is_zero()   ? std::strong_ordering::equal
                                                               : std::strong_ordering::greater));
}

void check_two(const Number& left, const Number& right) {
  PARTITA_CHECK((left == right) == (left.to_string() == right.to_string()));
  PARTITA_CHECK((left < right) == (right > left));
  PARTITA_CHECK((left < right) == (right.negated() < left.negated()));
  const auto sum = left.plus(right);
  PARTITA_CHECK(sum.ok() == right.plus(left).ok());
  if (!sum.ok()) return;
  PARTITA_CHECK(*sum == right.plus(left).value());
  PARTITA_CHECK(left.minus(right.negated()).value() == *sum);
  PARTITA_CHECK((*sum <=> left) == (right <=> Number()));
  // Taking away again is exact, too: the answer is known to fit.
  PARTITA_CHECK(sum->minus(right).value() == left);
  check_one(*sum);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto number = Number::parse(text);
  if (number.ok()) check_one(*number);
  const auto space = text.find(' ');
  if (space == std::string::npos) return 0;
  const auto left = Number::parse(std::string_view(text).substr(0, space));
  const auto right = Number::parse(std::string_view(text).substr(space + 1));
  if (left.ok() && right.ok()) check_two(*left, *right);
  return 0;
}
