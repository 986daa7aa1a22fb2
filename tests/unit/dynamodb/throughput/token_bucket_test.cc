#include "dynamodb/throughput/token_bucket.h"

#include <gtest/gtest.h>

namespace partita::throughput {
namespace {

constexpr TokenBucket::Pace kFive{.units_per_second = 5, .units_kept_max = 1500};

class TokenBucketTest : public ::testing::Test {
 protected:
  void pass(std::chrono::seconds time, const TokenBucket::Pace& pace = kFive) {
    now_ += time;
    bucket_.fill(now_, pace);
  }

  MonotonicTime now_{};
  TokenBucket bucket_;
};

TEST_F(TokenBucketTest, StartsFull) {
  pass(std::chrono::seconds(0));
  bucket_.take(1499);
  EXPECT_TRUE(bucket_.has_any());
  bucket_.take(1);
  EXPECT_FALSE(bucket_.has_any());
}

TEST_F(TokenBucketTest, KeepsNoMoreThanItHolds) {
  pass(std::chrono::seconds(0));
  pass(std::chrono::hours(1));
  bucket_.take(1500);
  EXPECT_FALSE(bucket_.has_any());
}

TEST_F(TokenBucketTest, MakesTheNextOnesWaitForWhatIsOwed) {
  pass(std::chrono::seconds(0));
  bucket_.take(1510);
  pass(std::chrono::seconds(2));
  EXPECT_FALSE(bucket_.has_any());
  pass(std::chrono::seconds(1));
  EXPECT_TRUE(bucket_.has_any());
}

TEST_F(TokenBucketTest, OwesNoMoreThanItHolds) {
  pass(std::chrono::seconds(0));
  bucket_.take(1'000'000);
  pass(std::chrono::seconds(301));
  EXPECT_TRUE(bucket_.has_any());
}

TEST_F(TokenBucketTest, FillsAtTheOldPaceUntilItIsToldOfAnother) {
  pass(std::chrono::seconds(0));
  bucket_.take(1510);
  pass(std::chrono::seconds(1), {.units_per_second = 100, .units_kept_max = 30'000});
  EXPECT_FALSE(bucket_.has_any());
  pass(std::chrono::seconds(1), {.units_per_second = 100, .units_kept_max = 30'000});
  EXPECT_TRUE(bucket_.has_any());
}

}  // namespace
}  // namespace partita::throughput
