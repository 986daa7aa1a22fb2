#include "server/client_pace.h"

#include <gtest/gtest.h>

namespace partita::server {
namespace {

using namespace std::chrono_literals;

TEST(TransferPace, AllowsAnySpeedAtFirstAndThenAsksForTheLeastOne) {
  const TimeLimits limits{.grace = 10s, .bytes_per_second_min = 1024};
  ManualClock clock;
  TransferPace pace;
  pace.begin(clock.monotonic_now());
  clock.advance(10s);
  EXPECT_FALSE(pace.is_too_slow(clock.monotonic_now(), limits));
  clock.advance(1ms);
  EXPECT_TRUE(pace.is_too_slow(clock.monotonic_now(), limits));
  pace.add(5 * 1024);
  EXPECT_FALSE(pace.is_too_slow(clock.monotonic_now(), limits));
  clock.advance(5s);
  EXPECT_TRUE(pace.is_too_slow(clock.monotonic_now(), limits));
}

}  // namespace
}  // namespace partita::server
