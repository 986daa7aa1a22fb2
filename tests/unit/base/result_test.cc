#include "partita/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

namespace partita {
namespace {

Result<int> half_of(int number) {
  if (number % 2 != 0) return Error::invalid_argument("odd");
  return number / 2;
}

Result<std::string> quarter_of(int number, int& steps) {
  const int half = TRY(half_of(number));
  ++steps;
  const int quarter = TRY(half_of(half));
  ++steps;
  return std::to_string(quarter);
}

Status expect_even(int number) {
  TRY(half_of(number));
  return {};
}

Status expect_all_even(int first, int second) {
  TRY(expect_even(first));
  TRY(expect_even(second));
  return {};
}

Result<std::unique_ptr<int>> boxed_half_of(int number) {
  return std::make_unique<int>(TRY(half_of(number)));
}

Result<int> unboxed_half_of(int number) {
  const std::unique_ptr<int> box = TRY(boxed_half_of(number));
  return *box;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = half_of(4);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 2);
  EXPECT_EQ(*result, 2);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half_of(3);
  EXPECT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().to_string(), "InvalidArgument: odd");
}

TEST(Result, LetsItsValueBeChangedAndMovedOut) {
  Result<std::string> result = std::string("a text too long for the small buffer");
  result.value() += ", changed";
  EXPECT_EQ(result->size(), 45U);
  const std::string moved = std::move(result).value();
  EXPECT_EQ(moved, "a text too long for the small buffer, changed");
}

TEST(Result, HoldsValuesThatCannotBeCopied) {
  EXPECT_EQ(**boxed_half_of(8), 4);
  EXPECT_EQ(unboxed_half_of(8).value(), 4);
  EXPECT_EQ(unboxed_half_of(7).error().message(), "odd");
}

TEST(Result, MovesItsErrorOut) {
  Error error = half_of(1).error();
  EXPECT_EQ(std::move(error).within("again").message(), "again: odd");
}

TEST(Result, OfAnErrorStopsTheProgramWhenAskedForItsValue) {
  EXPECT_DEATH(static_cast<void>(half_of(3).value()), "a check failed, this is a bug: ok");
  EXPECT_DEATH(expect_even(3).value(), "a check failed, this is a bug: ok");
}

TEST(Result, OfAValueStopsTheProgramWhenAskedForItsError) {
  EXPECT_DEATH(static_cast<void>(half_of(4).error()), "a check failed, this is a bug: !ok");
  EXPECT_DEATH(static_cast<void>(expect_even(4).error()), "a check failed, this is a bug: !ok");
}

TEST(Status, IsGoodUntilItHoldsAnError) {
  EXPECT_TRUE(Status().ok());
  EXPECT_TRUE(expect_even(2).ok());
  EXPECT_EQ(expect_even(5).error().message(), "odd");
}

TEST(Try, YieldsTheValueOrReturnsTheErrorAtOnce) {
  int steps = 0;
  EXPECT_EQ(quarter_of(12, steps).value(), "3");
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(quarter_of(6, steps).error().message(), "odd");
  EXPECT_EQ(steps, 3);
  EXPECT_EQ(quarter_of(5, steps).error().message(), "odd");
  EXPECT_EQ(steps, 3);
}

TEST(Try, PassesOnTheErrorOfAStatus) {
  EXPECT_TRUE(expect_all_even(2, 4).ok());
  EXPECT_EQ(expect_all_even(2, 5).error().message(), "odd");
}

TEST(Try, PassesOnTheErrorOfAnotherType) {
  int steps = 0;
  static_assert(!std::is_same_v<decltype(half_of(0)), decltype(quarter_of(0, steps))>);
  EXPECT_EQ(quarter_of(1, steps).error().kind(), ErrorKind::InvalidArgument);
}

}  // namespace
}  // namespace partita
