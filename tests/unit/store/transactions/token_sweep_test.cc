#include "store/transactions/token_sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/retry.h"
#include "store/keys/key_space.h"
#include "store/transactions/request_token.h"
#include "unit/store/transactions/test_store.h"

namespace partita::transactions {
namespace {

using testing::TestStore;

void put_record(TestStore& store, Bytes key, Bytes value) {
  const auto body = [&](engine::Transaction& transaction) {
    transaction.put(key, value);
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  sync_wait(engine::run(store.engine(), body)).value();
}

void use_token(TestStore& store, const std::string& token) {
  const TokenRecord record{.fingerprint = keys::hash_bytes(token),
                           .applied_at_ms = milliseconds_of(store.clock().wall_now()),
                           .tables = {}};
  put_record(store, keys::request_token_key(token), encode(record));
}

std::size_t token_count(TestStore& store) {
  return store.keys_in(keys::space_range(keys::Space::RequestTokens)).size();
}

TEST(TokenSweep, RemovesOnlyWhatHasExpired) {
  TestStore store;
  for (int i = 0; i < 20; ++i) use_token(store, fmt::format("old-{}", i));
  store.clock().advance(std::chrono::minutes(11));
  for (int i = 0; i < 5; ++i) use_token(store, fmt::format("new-{}", i));
  TokenSweep sweep(store.engine(), store.clock(), 100);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 20U);
  EXPECT_EQ(token_count(store), 5U);
}

TEST(TokenSweep, LooksAtNoMoreThanItMayAndComesToAllInTime) {
  TestStore store;
  for (int i = 0; i < 25; ++i) use_token(store, fmt::format("old-{}", i));
  store.clock().advance(std::chrono::minutes(11));
  TokenSweep sweep(store.engine(), store.clock(), 10);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 10U);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 10U);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 5U);
  EXPECT_EQ(token_count(store), 0U);
}

TEST(TokenSweep, StartsAgainAtTheEnd) {
  TestStore store;
  for (int i = 0; i < 15; ++i) use_token(store, fmt::format("token-{}", i));
  TokenSweep sweep(store.engine(), store.clock(), 10);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 0U);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 0U);
  store.clock().advance(std::chrono::minutes(11));
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 10U);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 5U);
}

TEST(TokenSweep, RemovesARecordThatCannotBeRead) {
  TestStore store;
  put_record(store, keys::request_token_key("damaged"), "?");
  TokenSweep sweep(store.engine(), store.clock(), 10);
  EXPECT_EQ(sync_wait(sweep.sweep_once()).value(), 1U);
}

}  // namespace
}  // namespace partita::transactions
