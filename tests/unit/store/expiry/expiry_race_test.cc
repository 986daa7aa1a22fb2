#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "store/expiry/sweeper.h"
#include "unit/store/expiry/ttl_store.h"

// Writers give items more time while the sweeper deletes what is over.
namespace partita::expiry {
namespace {

using testing::expiring_table;
using testing::TtlStore;

constexpr int kItems = 40;
constexpr int kRounds = 50;

std::string name_of(int item) { return fmt::format("item-{}", item); }

TEST(ExpiryRace, AnItemThatWasGivenMoreTimeIsNeverDeleted) {
  TtlStore store;
  store.create(expiring_table());
  Sweeper sweeper(store.engine(), store.catalog(), store.calendar(), {});
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kItems; ++i) store.put_expiring(name_of(i), -1);
    std::thread writer([&] {
      for (int i = 0; i < kItems; i += 2) store.put_expiring(name_of(i), 1000);
    });
    std::thread sweeping([&] { EXPECT_TRUE(sweeper.sweep_once().ok()); });
    writer.join();
    sweeping.join();
    EXPECT_TRUE(sweeper.sweep_once().ok());
    for (int i = 0; i < kItems; ++i) EXPECT_EQ(store.has(name_of(i)), i % 2 == 0) << name_of(i);
    EXPECT_EQ(store.queue_size(), kItems / 2);
    EXPECT_EQ(store.item_count(), kItems / 2);
  }
}

TEST(ExpiryRace, NothingIsForgottenWhenTtlIsSwitchedOnBetweenWrites) {
  TtlStore store;
  store.create(testing::simple_table("T"));
  Sweeper sweeper(store.engine(), store.catalog(), store.calendar(), {});
  std::atomic<int> written = 0;
  std::thread writer([&] {
    for (int i = 0; i < 300; ++i, ++written) store.put_expiring(name_of(i), -1);
  });
  while (written < 100) std::this_thread::yield();
  store.switch_ttl("expires");
  EXPECT_TRUE(sweeper.sweep_once().ok());
  writer.join();
  EXPECT_TRUE(sweeper.sweep_once().ok());
  for (int i = 0; i < 300; ++i) EXPECT_FALSE(store.has(name_of(i))) << name_of(i);
  EXPECT_EQ(store.queue_size(), 0U);
}

}  // namespace
}  // namespace partita::expiry
