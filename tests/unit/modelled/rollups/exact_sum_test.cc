#include "modelled/rollups/exact_sum.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "partita/base/random.h"

namespace partita::rollups {
namespace {

Number parsed(std::string_view text) { return Number::parse(text).value(); }

ExactSum sum_of(const std::vector<std::string>& numbers) {
  ExactSum sum;
  for (const std::string& number : numbers) sum.add(parsed(number));
  return sum;
}

std::string text_of(const ExactSum& sum) {
  const auto number = sum.to_number();
  return number ? number->to_string() : "none";
}

TEST(ExactSum, AddsDecimalsExactly) {
  EXPECT_EQ(text_of(sum_of({"0.1", "0.2", "-0.05"})), "0.25");
  EXPECT_EQ(text_of(sum_of({"-1.5", "1"})), "-0.5");
  EXPECT_EQ(text_of(sum_of({"999999999999999999", "1"})), "1000000000000000000");
}

TEST(ExactSum, RemembersWhatNoNumberCanHold) {
  ExactSum sum = sum_of({"9E125", "1E-130", "-9E125"});
  EXPECT_EQ(sum, sum_of({"1E-130"}));
  sum.subtract(parsed("1E-130"));
  EXPECT_TRUE(sum.is_zero());
}

TEST(ExactSum, DoesNotOverflowButHasNoNumberThen) {
  ExactSum sum;
  for (int i = 0; i < 20; ++i) sum.add(parsed("9.9E125"));
  EXPECT_EQ(sum.to_number(), std::nullopt);
  for (int i = 0; i < 19; ++i) sum.subtract(parsed("9.9E125"));
  EXPECT_EQ(sum.to_number(), parsed("9.9E125"));
}

TEST(ExactSum, RoundsHalfToEvenWhereANumberEnds) {
  const std::string ones(37, '1');
  EXPECT_EQ(text_of(sum_of({ones + "2", "0.5"})), ones + "2");
  EXPECT_EQ(text_of(sum_of({ones + "3", "0.5"})), ones + "4");
  EXPECT_EQ(text_of(sum_of({ones + "2", "0.5", "1E-100"})), ones + "3");
  EXPECT_EQ(text_of(sum_of({std::string(38, '9'), "0.5"})), "1" + std::string(38, '0'));
}

TEST(ExactSum, IsTheSameInEveryOrderAndInItsBytes) {
  constexpr std::uint64_t kSeed = 11;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  SeededRandom random(kSeed);
  for (int round = 0; round < 300; ++round) {
    std::vector<Number> numbers;
    ExactSum forward;
    for (int i = 0; i < 12; ++i) {
      const auto exponent = static_cast<int>(random.below(240)) - 150;
      const Uint128 coefficient = Uint128{random.next()} * random.below(1'000'000'000);
      auto number = Number::from_parts(random.below(2) == 0, coefficient, exponent);
      if (number.ok()) numbers.push_back(*number);
    }
    for (const Number& number : numbers) forward.add(number);
    ExactSum backward;
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) backward.add(*number);
    ASSERT_EQ(forward, backward);
    Bytes bytes;
    forward.append_to(bytes);
    ByteView input = bytes;
    ASSERT_EQ(ExactSum::take(input), forward);
    ASSERT_TRUE(input.empty());
    for (const Number& number : numbers) forward.subtract(number);
    ASSERT_TRUE(forward.is_zero());
  }
}

TEST(ExactSum, RefusesDamagedBytes) {
  for (const ByteView bytes : {ByteView("", 0), ByteView("\x01", 1), ByteView("\x01\x0A", 2),
                               ByteView("\x80\x0A\x01", 3), ByteView("\x02\x12\x01\x01", 4)}) {
    ByteView input = bytes;
    EXPECT_EQ(ExactSum::take(input), std::nullopt);
  }
}

}  // namespace
}  // namespace partita::rollups
