#include "partita/value/number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "partita/base/random.h"
#include "partita/value/value_fault.h"
#include "unit/language/value/random_item.h"

namespace partita {
namespace {

constexpr std::uint64_t kNumberSeed = 20261115;
constexpr auto kTooManyDigits = "Attempting to store more than 38 significant digits in a Number";
const std::string kNotNumeric = "The parameter cannot be converted to a numeric value: ";
constexpr auto kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
constexpr auto kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";

Number number(std::string_view text) { return Number::parse(text).value(); }

std::string reprinted(std::string_view text) {
  const auto parsed = Number::parse(text);
  return parsed.ok() ? parsed->to_string() : parsed.error().to_string();
}

std::string number_error(std::string_view text) {
  const auto parsed = Number::parse(text);
  if (parsed.ok()) return "accepted as " + parsed->to_string();
  EXPECT_EQ(parsed.error().kind(), ErrorKind::InvalidArgument);
  return parsed.error().message();
}

// A decimal as plain digits around a point: an independent, slow and obvious arithmetic.
// Places run from 10^126 at the front to 10^-168 at the back.
class PlainDecimal {
 public:
  static constexpr int kTopPlace = 127;
  static constexpr int kPlaces = kTopPlace + 1 + 168;

  explicit PlainDecimal(std::string_view text) {
    is_negative_ = text.starts_with('-');
    if (is_negative_) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    int place = static_cast<int>(point) - 1;
    for (const char c : text) {
      if (c != '.') digits_.at(static_cast<std::size_t>(kTopPlace - place--)) = c - '0';
    }
  }

  PlainDecimal plus(const PlainDecimal& other) const {
    if (is_negative_ == other.is_negative_) return combined(other, +1);
    if (digits_ >= other.digits_) return combined(other, -1);
    return other.combined(*this, -1);
  }

  std::string text() const {
    std::string whole;
    std::string fraction;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      (i <= kTopPlace ? whole : fraction).push_back(static_cast<char>('0' + digits_[i]));
    }
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    if (!fraction.empty()) whole += "." + fraction;
    return is_negative_ && whole != "0" ? "-" + whole : whole;
  }

  bool fits() const {
    const auto is_digit = [](int digit) { return digit != 0; };
    const auto first = std::find_if(digits_.begin(), digits_.end(), is_digit);
    if (first == digits_.end()) return true;
    const auto last = std::find_if(digits_.rbegin(), digits_.rend(), is_digit).base() - 1;
    const auto magnitude = kTopPlace - (first - digits_.begin());
    return last - first < Number::kDigitsMax && magnitude <= Number::kMagnitudeMax &&
           magnitude >= Number::kMagnitudeMin;
  }

  bool operator<(const PlainDecimal& other) const {
    if (is_negative_ != other.is_negative_) return is_negative_;
    return is_negative_ ? other.digits_ < digits_ : digits_ < other.digits_;
  }

 private:
  PlainDecimal combined(const PlainDecimal& other, int sign) const {
    PlainDecimal result = *this;
    int carry = 0;
    for (std::size_t i = digits_.size(); i-- > 0;) {
      const int digit = digits_[i] + sign * other.digits_[i] + carry;
      carry = digit < 0 ? -1 : digit / 10;
      result.digits_[i] = (digit + 10) % 10;
    }
    return result;
  }

  std::array<int, kPlaces> digits_{};
  bool is_negative_ = false;
};

TEST(Number, PrintsItsOneNormalForm) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"0", "0"},
      {"-0", "0"},
      {"+0.000e7", "0"},
      {"1", "1"},
      {"+1", "1"},
      {"-1", "-1"},
      {"007", "7"},
      {"1.0", "1"},
      {"1.", "1"},
      {".5", "0.5"},
      {"-0.001", "-0.001"},
      {"1000", "1000"},
      {"1e3", "1000"},
      {"1E+3", "1000"},
      {"1.50e1", "15"},
      {"123.4500", "123.45"},
      {"12345e-2", "123.45"},
      {"100.001", "100.001"},
      {"1e125", "1" + std::string(125, '0')},
      {"1e-130", "0." + std::string(129, '0') + "1"},
      {"18446744073709551616", "18446744073709551616"},
      {"10000000000000000000.5", "10000000000000000000.5"},
  };
  for (const auto& [text, printed] : cases) EXPECT_EQ(reprinted(text), printed) << text;
}

TEST(Number, KeepsThirtyEightDigits) {
  const std::string nines(38, '9');
  EXPECT_EQ(reprinted(nines), nines);
  EXPECT_EQ(reprinted("-" + nines), "-" + nines);
  EXPECT_EQ(reprinted("0." + nines), "0." + nines);
  EXPECT_EQ(reprinted("000" + nines + "000.000"), nines + "000");
  EXPECT_EQ(reprinted("1" + std::string(36, '0') + "1"), "1" + std::string(36, '0') + "1");
}

TEST(Number, RefusesThirtyNineDigits) {
  EXPECT_EQ(number_error(std::string(39, '9')), kTooManyDigits);
  EXPECT_EQ(number_error("1." + std::string(37, '0') + "1"), kTooManyDigits);
  EXPECT_EQ(number_error(std::string(1000, '9')), kTooManyDigits);
  EXPECT_EQ(number_error("1" + std::string(1000, '0') + "1e-1001"), kTooManyDigits);
}

TEST(Number, AcceptsTheEdgesOfTheRange) {
  const std::string nines = "9.9999999999999999999999999999999999999";
  EXPECT_EQ(number(nines + "E+125").magnitude(), 125);
  EXPECT_EQ(number("-" + nines + "E+125").magnitude(), 125);
  EXPECT_EQ(number("1E-130").magnitude(), -130);
  EXPECT_EQ(number(nines + "E-130").to_string().size(), 2 + 129 + 38U);
  EXPECT_LE(number("-" + nines + "E-130").to_string().size(), Number::kTextBytesMax);
}

TEST(Number, RefusesMagnitudesOutsideTheRange) {
  EXPECT_EQ(number_error("1e126"), kOverflow);
  EXPECT_EQ(number_error("-1e126"), kOverflow);
  EXPECT_EQ(number_error("10e125"), kOverflow);
  EXPECT_EQ(number_error("1e-131"), kUnderflow);
  EXPECT_EQ(number_error("-1e-131"), kUnderflow);
  EXPECT_EQ(number_error("0.1e-130"), kUnderflow);
}

TEST(Number, SurvivesExponentsOfAnyLength) {
  EXPECT_EQ(number_error("1e999999999999999999999"), kNotNumeric + "1e999999999999999999999");
  EXPECT_EQ(number_error("0e-99999999999999999999999"), kNotNumeric + "0e-99999999999999999999999");
  EXPECT_EQ(number_error("1e9223372036854775807"), kOverflow);
  EXPECT_EQ(number_error("1e-9223372036854775807"), kUnderflow);
  EXPECT_EQ(number_error("1e9223372036854775808"), kNotNumeric + "1e9223372036854775808");
  EXPECT_EQ(number_error("1e-999999999999999999999"), kNotNumeric + "1e-999999999999999999999");
  EXPECT_EQ(reprinted("1e" + std::string(5000, '0') + "3"), "1000");
  EXPECT_EQ(reprinted("1" + std::string(5000, '0') + "e-5000"), "1");
  EXPECT_EQ(reprinted("0." + std::string(4999, '0') + "1e5000"), "1");
}

TEST(Number, RefusesWhatIsNotANumber) {
  for (const std::string text :
       {"dog", "NaN", "Infinity", "-",    "+",   ".",   "-.",    "e5",    "1e",  "1e+",
        "1 ",  " 1",  "1_0",      "0x10", "--1", "+-1", "1.2.3", "1e5.0", "1,5", "\xd9\xa1"}) {
    EXPECT_EQ(number_error(text), kNotNumeric + text);
  }
  EXPECT_EQ(number_error(""), kNotNumeric);
  const std::string with_zero_byte("1\0", 2);
  EXPECT_EQ(number_error(with_zero_byte), kNotNumeric + with_zero_byte);
}

TEST(Number, TellsALongTextThatIsNoNumberInPart) {
  EXPECT_EQ(number_error(std::string(5000, 'x')), kNotNumeric + std::string(1024, 'x') + "...");
  // A character that does not fit is left out whole.
  EXPECT_EQ(number_error(std::string(1023, 'x') + "\xc3\xa4" + "y"),
            kNotNumeric + std::string(1023, 'x') + "...");
}

// AWS, measured: the exponent of zero is looked at as it is written.
TEST(Number, KeepsZeroWithinTheRangeOfItsWrittenExponent) {
  EXPECT_EQ(number_error("0e126"), kOverflow);
  EXPECT_EQ(number_error("-0.0e126"), kOverflow);
  EXPECT_EQ(number_error("0e-131"), kUnderflow);
  EXPECT_EQ(reprinted("0e125"), "0");
  EXPECT_EQ(reprinted("0e-130"), "0");
  EXPECT_EQ(reprinted("0." + std::string(500, '0')), "0");
}

TEST(Number, KnowsTheWordsOfTheOlderLayer) {
  const auto older = [](std::string_view text) {
    return in_older_words(Number::parse(text).error()).message();
  };
  EXPECT_EQ(older(""), kNotNumeric.substr(0, kNotNumeric.size() - 2));
  EXPECT_EQ(older("dog"), kNotNumeric + "dog");
  EXPECT_EQ(older("1e126"), kOverflow);
  EXPECT_EQ(older("1e2147483646"), kOverflow);
  EXPECT_EQ(older("1e2147483647"), kUnderflow);
  EXPECT_EQ(older("1e2147483648"), kNotNumeric + "1e2147483648");
  EXPECT_EQ(older("1e-131"), kUnderflow);
  EXPECT_EQ(older(std::string(39, '1')), number_error(std::string(39, '1')));
}

TEST(Number, TakesEveryInteger) {
  EXPECT_EQ(Number(0), Number());
  EXPECT_EQ(Number(-120), number("-120"));
  EXPECT_EQ(Number(-120).exponent(), 1);
  EXPECT_EQ(Number(INT64_MIN).to_string(), "-9223372036854775808");
  EXPECT_EQ(Number(INT64_MAX).to_string(), "9223372036854775807");
}

TEST(Number, BringsPartsToNormalForm) {
  EXPECT_EQ(Number::from_parts(true, 0, 5).value(), Number());
  EXPECT_EQ(Number::from_parts(false, 1200, -2).value(), Number(12));
  EXPECT_EQ(Number::from_parts(false, 1, INT32_MAX).error().message(), kOverflow);
  EXPECT_EQ(Number::from_parts(false, 10, INT32_MAX).error().message(), kOverflow);
  EXPECT_EQ(Number::from_parts(false, 1, INT32_MIN).error().message(), kUnderflow);
  EXPECT_EQ(Number::from_parts(false, ~Uint128{0}, 0).error().message(), kTooManyDigits);
}

TEST(Number, KnowsNormalPartsFromOthers) {
  EXPECT_TRUE(Number::is_normal(false, 0, 0));
  EXPECT_FALSE(Number::is_normal(true, 0, 0));
  EXPECT_FALSE(Number::is_normal(false, 0, 1));
  EXPECT_TRUE(Number::is_normal(true, 1, 125));
  EXPECT_FALSE(Number::is_normal(true, 10, 3));
  EXPECT_FALSE(Number::is_normal(false, 1, 126));
  EXPECT_FALSE(Number::is_normal(false, 1, -131));
  EXPECT_TRUE(Number::is_normal(false, 11, -131));
  EXPECT_FALSE(Number::is_normal(false, ~Uint128{0}, 0));
}

TEST(Number, CountsDigitsAtEveryPowerOfTen) {
  Uint128 power = 1;
  for (int digits = 1; digits <= Number::kDigitsMax; ++digits, power *= 10) {
    EXPECT_EQ(Number::from_parts(false, power + 1, 0)->digits(), digits) << digits;
    EXPECT_EQ(Number::from_parts(false, power * 10 - 1, 0)->digits(), digits) << digits;
  }
  EXPECT_EQ(Number().digits(), 0);
}

TEST(Number, CostsWhatDynamoDbCounts) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"0", 1},
      {"1", 2},
      {"-1", 3},
      {"1E125", 2},
      {"3.14159", 5},
      {"123456", 4},
      {"12345", 4},
      {"100.5", 4},
      {"0.001", 2},
      {"0.0105", 3},
      {"-0.0105", 4},
      {"1000000", 2},
      {"99.99", 3},
      {"1.5", 3},
      {"1E-130", 2},
      {std::string(38, '9'), 20},
      {"-" + std::string(38, '9'), 21},
      // Measured at AWS in 2026, beside some of those above.
      {"-0", 1},
      {"12", 2},
      {"15", 2},
      {"100", 2},
      {"0.15", 2},
      {"0.0000001", 2},
      {"0042", 2},
      {"1E-100", 2},
      {"-42", 3},
      {"123", 3},
      {"1234", 3},
      {"1010", 3},
      {"1.2", 3},
      {"1.200", 3},
      {"1.234", 4},
  };
  for (const auto& [text, size] : cases) EXPECT_EQ(number(text).size_bytes(), size) << text;
}

TEST(Number, AddsExactlyOrNotAtAll) {
  EXPECT_EQ(number("0.1").plus(number("0.2")).value(), number("0.3"));
  EXPECT_EQ(number("1E38").minus(1).value(), number(std::string(38, '9')));
  EXPECT_EQ(number(std::string(38, '9')).plus(1).value(), number("1E38"));
  EXPECT_EQ(Number(5).minus(5).value(), Number());
  EXPECT_EQ(number("1E125").plus(0).value(), number("1E125"));
  EXPECT_EQ(Number().minus(7).value(), Number(-7));
}

TEST(Number, AnswersOverflowWhenASumNeedsMoreDigits) {
  EXPECT_EQ(number("1E50").plus(1).error().message(), kOverflow);
  EXPECT_EQ(number("1E38").plus(1).error().message(), kOverflow);
  EXPECT_EQ(number("5E38").minus(1).error().message(), kOverflow);
  EXPECT_EQ(number(std::string(38, '9')).plus(number("0.1")).error().message(), kOverflow);
  EXPECT_EQ(number(std::string(38, '9')).plus(2).error().message(), kOverflow);
  EXPECT_EQ(number("9E125").plus(number("1E125")).error().message(), kOverflow);
  EXPECT_EQ(number("1.5E-130").minus(number("1E-130")).error().message(), kUnderflow);
}

TEST(Number, RandomNumbersSurvivePrintingAndParsing) {
  SCOPED_TRACE(kNumberSeed);
  SeededRandom random(kNumberSeed);
  for (int i = 0; i < 20'000; ++i) {
    const Number original = random_number(random);
    const std::string text = original.to_string();
    ASSERT_EQ(number(text), original) << text;
    ASSERT_EQ(PlainDecimal(text).text(), text);
    ASSERT_TRUE(
        Number::is_normal(original.is_negative(), original.coefficient(), original.exponent()));
  }
}

TEST(Number, RandomSumsAgreeWithPlainArithmetic) {
  SCOPED_TRACE(kNumberSeed);
  SeededRandom random(kNumberSeed);
  int exact = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Number left = random_number(random);
    const Number right = random_number(random);
    const PlainDecimal expected =
        PlainDecimal(left.to_string()).plus(PlainDecimal(right.to_string()));
    const auto sum = left.plus(right);
    ASSERT_EQ(sum.ok(), expected.fits()) << left.to_string() << " + " << right.to_string();
    if (!sum.ok()) continue;
    ++exact;
    ASSERT_EQ(sum->to_string(), expected.text()) << left.to_string() << " + " << right.to_string();
    ASSERT_EQ(right.plus(left).value(), *sum);
    ASSERT_EQ(left.minus(right.negated()).value(), *sum);
  }
  EXPECT_GT(exact, 2'000);
}

TEST(Number, RandomNumbersAreOrderedAsPlainDecimals) {
  SCOPED_TRACE(kNumberSeed);
  SeededRandom random(kNumberSeed);
  for (int i = 0; i < 20'000; ++i) {
    const Number left = random_number(random);
    const Number right = random.below(8) == 0 ? left : random_number(random);
    const PlainDecimal plain_left(left.to_string());
    const PlainDecimal plain_right(right.to_string());
    ASSERT_EQ(left < right, plain_left < plain_right)
        << left.to_string() << " < " << right.to_string();
    ASSERT_EQ(left > right, plain_right < plain_left);
    ASSERT_EQ(left == right, left.to_string() == right.to_string());
  }
}

TEST(Number, OrdersAcrossSignsAndZero) {
  const std::vector<std::string> ascending = {"-1E125", "-12", "-2",    "-1.5", "-1E-130", "0",
                                              "1E-130", "0.5", "1.999", "2",    "11",      "1E125"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(number(ascending[i]) <=> number(ascending[j]), i <=> j)
          << ascending[i] << " " << ascending[j];
    }
  }
}

}  // namespace
}  // namespace partita
