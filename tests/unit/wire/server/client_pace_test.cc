#include "wire/server/client_pace.h"

#include <gtest/gtest.h>

namespace partita::server {
namespace {

using namespace std::chrono_literals;

class TransferPaceTest : public ::testing::Test {
 protected:
  TransferPaceTest() { pace_.begin(clock_.monotonic_now(), kPace); }

  bool is_too_slow_after(std::chrono::milliseconds time) {
    clock_.advance(time);
    return pace_.is_too_slow(clock_.monotonic_now());
  }
  void add(std::uint64_t bytes) { pace_.add(bytes, clock_.monotonic_now(), kPace); }

  static constexpr Pace kPace{.grace = 10s, .bytes_per_second_min = 1024};
  ManualClock clock_;
  TransferPace pace_;
};

TEST_F(TransferPaceTest, AllowsAnySpeedAtFirstAndThenAsksForTheLeastOne) {
  EXPECT_FALSE(is_too_slow_after(10s));
  EXPECT_TRUE(is_too_slow_after(1ms));
  add(5 * 1024);
  EXPECT_FALSE(is_too_slow_after(0ms));
  EXPECT_TRUE(is_too_slow_after(5s));
}

TEST_F(TransferPaceTest, LetsNobodyRestOnAFastBeginning) {
  add(std::uint64_t{100} << 20);
  EXPECT_FALSE(is_too_slow_after(10s));
  EXPECT_TRUE(is_too_slow_after(1ms));
}

TEST_F(TransferPaceTest, LetsWhoKeepsTheLeastPaceGoOnForEver) {
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(is_too_slow_after(1s)) << i;
    add(1024);
  }
}

}  // namespace
}  // namespace partita::server
