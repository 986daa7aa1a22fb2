#include "wire/server/request_counts.h"

#include <gtest/gtest.h>

#include <memory>

namespace partita::server {
namespace {

using namespace std::chrono_literals;
using protocol::HttpStatus;

CountedAnswer answer(std::uint8_t operation, std::uint8_t error, HttpStatus status) {
  return {.operation = operation,
          .error = error,
          .status = status,
          .duration = 30us,
          .bytes_in = 100,
          .bytes_out = 10};
}

TEST(RequestCounts, AreAddedUpOverTheLoops) {
  const auto first = std::make_unique<RequestCounts>();
  const auto second = std::make_unique<RequestCounts>();
  first->add(answer(7, 0, HttpStatus::Ok));
  first->add(answer(7, 3, HttpStatus::BadRequest));
  second->add(answer(7, 3, HttpStatus::BadRequest));
  second->add(answer(0, 0, HttpStatus::NotFound));
  RequestSums sums;
  first->add_to(sums);
  second->add_to(sums);
  EXPECT_EQ(sums.durations[7].count(), 3U);
  EXPECT_EQ(sums.durations[0].count(), 1U);
  EXPECT_EQ(sums.all_durations().count(), 4U);
  EXPECT_EQ((sums.errors.at({7, 3})), 2U);
  EXPECT_EQ((sums.errors.at({0, 404})), 1U);
  EXPECT_EQ(sums.errors.size(), 2U);
  EXPECT_EQ(sums.bytes_in, 400U);
  EXPECT_EQ(sums.bytes_out, 40U);
}

TEST(RequestCounts, AnyNumberHasAPlace) {
  const auto counts = std::make_unique<RequestCounts>();
  for (int i = 0; i < 256; ++i) {
    const auto number = static_cast<std::uint8_t>(i);
    counts->add(answer(number, number, HttpStatus::BadRequest));
    counts->add(answer(number, 0, static_cast<HttpStatus>(400 + i)));
  }
  RequestSums sums;
  counts->add_to(sums);
  EXPECT_EQ(sums.all_durations().count(), 512U);
  std::uint64_t errors = 0;
  for (const auto& [place, count] : sums.errors) errors += count;
  EXPECT_EQ(errors, 512U);
}

}  // namespace
}  // namespace partita::server
