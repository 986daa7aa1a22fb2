#include "engine/postgres/connector.h"

#include <gtest/gtest.h>

#include <chrono>
#include <semaphore>

#include "partita/base/clock.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

// Whoever wants a connection asks as soon as the last try has failed, and would begin the next one.
TEST(Connector, TriesAServerThatIsAwayLessAndLessOftenHoweverOftenItIsAsked) {
  const auto address = StoreAddress::parse({.address = "postgresql://%2Fno%2Fsuch%2Fplace/shop"});
  ASSERT_TRUE(address.ok());
  std::counting_semaphore<> failed(0);
  const auto receive = [&](const Connector::Opened& opened) {
    EXPECT_FALSE(opened.connection.ok());
    failed.release();
  };
  Connector connector(*address, {}, "REPEATABLE READ", 1s, receive);
  const auto begun = Clock::system().monotonic_now();
  for (int i = 0; i < 10; ++i) {
    connector.open(PoolLane::Gets);
    failed.acquire();
  }
  // Nine pauses are drawn from up to 20, 40, 80 ... 1,000 ms: together they are hardly ever this
  // short.
  EXPECT_GT(Clock::system().monotonic_now() - begun, 100ms);
}

}  // namespace
}  // namespace partita::engine
