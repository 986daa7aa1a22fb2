#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "database/store.h"
#include "support/temporary_directory.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

api::TransactWriteItemsRequest increment(const std::string& token) {
  return request_of({update_action("T", {{"pk", "counter"}}, "ADD n :one", Item{{":one", 1}})},
                    token);
}

std::optional<Item> counter(std::int64_t value) { return Item{{"pk", "counter"}, {"n", value}}; }

TEST(RequestTokenRace, ARequestThatComesEightTimesAtOnceIsAppliedOnce) {
  TestStore store;
  store.create(simple_table("T"));
  constexpr int kTokens = 100;
  for (int token = 0; token < kTokens; ++token) {
    const auto request = increment("token-" + std::to_string(token));
    std::atomic<int> succeeded = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] { succeeded += transact(store, request).ok() ? 1 : 0; });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(succeeded, 8);
  }
  EXPECT_EQ(store.get("T", {{"pk", "counter"}}), counter(kTokens));
}

TEST(RequestTokenRace, ATokenIsRememberedAcrossARestart) {
  const TemporaryDirectory directory;
  database::RocksdbStore files;
  files.directory = directory / "store";
  {
    TestStore store(database::open_engine(files).value());
    store.create(simple_table("T"));
    ASSERT_TRUE(transact(store, increment("token")).ok());
  }
  TestStore store(database::open_engine(files).value());
  ASSERT_TRUE(transact(store, increment("token")).ok());
  EXPECT_EQ(store.get("T", {{"pk", "counter"}}), counter(1));
  ASSERT_TRUE(transact(store, increment("another")).ok());
  EXPECT_EQ(store.get("T", {{"pk", "counter"}}), counter(2));
}

}  // namespace
}  // namespace partita::operations
