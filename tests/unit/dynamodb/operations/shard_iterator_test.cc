#include "dynamodb/operations/shard_iterator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <string>

#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using namespace std::chrono_literals;

constexpr WallTime kNow{1'800'000'000s};
constexpr std::string_view kArn =
    "arn:aws:dynamodb:us-east-1:000000000000:table/orders/stream/2027-01-15T08:00:00.000";

std::string text(std::uint64_t from = 17) {
  return iterator_text({.stream_arn = kArn, .from = from}, kNow);
}

TEST(ShardIterator, LeadsBackToItsPlace) {
  for (const std::uint64_t from :
       {std::uint64_t{0}, std::uint64_t{17}, std::numeric_limits<std::uint64_t>::max()}) {
    const std::string iterator = text(from);
    const auto parsed = parse_iterator(iterator, kNow);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    EXPECT_EQ(parsed->stream_arn, kArn);
    EXPECT_EQ(parsed->from, from);
  }
}

TEST(ShardIterator, IsGoodForFifteenMinutes) {
  const std::string iterator = text();
  EXPECT_TRUE(parse_iterator(iterator, kNow + 15min).ok());
  const auto expired = parse_iterator(iterator, kNow + 15min + 1ms);
  ASSERT_FALSE(expired.ok());
  EXPECT_EQ(api::exception_of(expired.error()), api::Exception::ExpiredIterator);
}

TEST(ShardIterator, IsGoodIfTheClockWasSetBack) {
  EXPECT_TRUE(parse_iterator(text(), kNow - 1h).ok());
}

TEST(ShardIterator, IsRefusedIfOneOfItsCharactersIsAnother) {
  const std::string iterator = text();
  for (std::size_t i = 0; i < iterator.size(); ++i) {
    std::string changed = iterator;
    changed[i] = changed[i] == 'B' ? 'C' : 'B';
    const auto parsed = parse_iterator(changed, kNow);
    ASSERT_FALSE(parsed.ok()) << changed;
    EXPECT_EQ(parsed.error().message(), "Invalid ShardIterator");
  }
}

TEST(ShardIterator, IsRefusedIfItIsCutOrLonger) {
  const std::string iterator = text();
  for (std::size_t size = 0; size < iterator.size(); ++size) {
    EXPECT_FALSE(parse_iterator(iterator.substr(0, size), kNow).ok()) << size;
  }
  EXPECT_FALSE(parse_iterator(iterator + "AAAA", kNow).ok());
}

TEST(ShardIterator, FitsIntoTheApiWithTheLongestName) {
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + std::string(255, 't') +
                          "/stream/2027-01-15T08:00:00.000";
  const auto longest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_LE(iterator_text({.stream_arn = arn, .from = longest}, kNow).size(), 2048U);
}

}  // namespace
}  // namespace partita::operations
