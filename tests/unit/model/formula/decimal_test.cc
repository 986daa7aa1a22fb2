#include "model/formula/decimal.h"

#include <gtest/gtest.h>

#include "partita/base/random.h"

namespace partita::model {
namespace {

Number number(std::string_view text) { return *Number::parse(text); }

std::string text_of(const std::optional<Number>& number) {
  return number ? number->to_string() : "none";
}

TEST(Decimal, MultipliesExactly) {
  EXPECT_EQ(text_of(multiply(number("1.5"), number("-2"))), "-3");
  EXPECT_EQ(text_of(multiply(number("0"), number("-2"))), "0");
  EXPECT_EQ(text_of(multiply(number("9999999999999999999"), number("9999999999999999999"))),
            "99999999999999999980000000000000000001");
}

TEST(Decimal, RoundsProductsToThirtyEightDigits) {
  const Number nines = number("99999999999999999999999999999999999999");
  EXPECT_EQ(multiply(nines, nines), number("9.9999999999999999999999999999999999998e75"));
  EXPECT_EQ(text_of(multiply(number("1e100"), number("1e100"))), "none");
}

TEST(Decimal, DividesAndRoundsHalfToEven) {
  EXPECT_EQ(text_of(divide(number("1"), number("8"))), "0.125");
  EXPECT_EQ(text_of(divide(number("2"), number("3"))), "0." + std::string(37, '6') + "7");
  EXPECT_EQ(text_of(divide(number("-10"), number("4"))), "-2.5");
  EXPECT_EQ(text_of(divide(number("0"), number("7"))), "0");
}

TEST(Decimal, HasNoQuotientByZero) { EXPECT_FALSE(divide(number("1"), number("0"))); }

TEST(Decimal, DividesByDivisorsOfThirtyEightDigits) {
  const Number nines = number("99999999999999999999999999999999999999");
  EXPECT_EQ(divide(nines, nines), number("1"));
  EXPECT_EQ(divide(number("1"), nines), number("1e-38"));
}

TEST(Decimal, GivesBackWhatWasMultiplied) {
  constexpr std::int64_t kLargest = 1'000'000'000;
  for (std::int64_t left = -kLargest; left <= kLargest; left += 123'456'789) {
    for (std::int64_t right = 1; right <= kLargest; right += 98'765'432) {
      const auto product = multiply(left, right);
      ASSERT_TRUE(product);
      EXPECT_EQ(divide(*product, right), Number(left)) << left << " * " << right;
    }
  }
}

TEST(Decimal, TellsWholeNumbers) {
  EXPECT_EQ(to_integer(number("-12e2")), -1200);
  EXPECT_FALSE(to_integer(number("1.5")));
  EXPECT_FALSE(to_integer(number("1e19")));
  EXPECT_EQ(to_nearest_integer(number("2.5")), 2);
  EXPECT_EQ(to_nearest_integer(number("-3.5")), -4);
  EXPECT_EQ(to_nearest_integer(number("0.0001")), 0);
  EXPECT_EQ(to_nearest_integer(number("0.6")), 1);
}

}  // namespace
}  // namespace partita::model
