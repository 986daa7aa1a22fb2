#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

// Bytes that do not compress and differ from place to place.
Bytes noise(std::size_t size, std::uint64_t seed) {
  Bytes bytes(size, '\0');
  std::uint64_t state = seed;
  for (char& byte : bytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    byte = static_cast<char>(state >> 56);
  }
  return bytes;
}

TEST_P(EngineContract, HasRoomForWhatTheLayersAboveAsk) {
  EXPECT_GE(engine().limits().key_bytes_max, 1300u);
  EXPECT_GE(engine().limits().value_bytes_max, 512u * 1024);
  EXPECT_GE(engine().limits().transaction_bytes_max, 16u << 20);
}

TEST_P(EngineContract, TakesTheLongestKey) {
  const Bytes key = noise(engine().limits().key_bytes_max, 1);
  ASSERT_TRUE(put(engine(), key, "value").ok());
  EXPECT_EQ(get(engine(), key), "value");
  EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{key, "value"}}));
}

TEST_P(EngineContract, TakesTheLongestValueAndTheLongestItem) {
  for (const std::size_t size : {std::size_t{400} * 1024, engine().limits().value_bytes_max}) {
    const Bytes value = noise(size, size);
    ASSERT_TRUE(put(engine(), "key", value).ok());
    EXPECT_EQ(get(engine(), "key"), value);
  }
}

TEST_P(EngineContract, RefusesALongerKeyAndAppliesNothing) {
  const auto transaction = engine().begin();
  transaction->put("beside", "value");
  transaction->put(Bytes(engine().limits().key_bytes_max + 1, 'k'), "value");
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::TooLarge);
  EXPECT_TRUE(all_rows(engine()).empty());
}

TEST_P(EngineContract, RefusesALongerValueAndAppliesNothing) {
  const auto transaction = engine().begin();
  transaction->put("beside", "value");
  transaction->put("key", Bytes(engine().limits().value_bytes_max + 1, 'v'));
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::TooLarge);
  EXPECT_TRUE(all_rows(engine()).empty());
}

TEST_P(EngineContract, CommitsManyMegabytesAtOnce) {
  for (const std::size_t count : {std::size_t{10}, std::size_t{40}}) {
    const auto transaction = engine().begin();
    for (std::size_t i = 0; i < count; ++i) {
      transaction->put("key " + std::to_string(i), noise(400 * 1024, count + i));
    }
    ASSERT_TRUE(commit(*transaction).ok());
    EXPECT_EQ(all_rows(engine()).size(), count);
    EXPECT_EQ(get(engine(), "key 9"), noise(400 * 1024, count + 9));
  }
}

TEST_P(EngineContract, RefusesATransactionOverTheLimitAndAppliesNothing) {
  const std::size_t value_bytes = engine().limits().value_bytes_max;
  const auto transaction = engine().begin();
  for (std::size_t bytes = 0; bytes <= engine().limits().transaction_bytes_max;) {
    transaction->put("key " + std::to_string(bytes), Bytes(value_bytes, 'v'));
    bytes += value_bytes;
  }
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::TooLarge);
  EXPECT_TRUE(all_rows(engine()).empty());
}

TEST_P(EngineContract, FindsNothingUnderAKeyOverTheLimit) {
  EXPECT_EQ(get(engine(), Bytes(engine().limits().key_bytes_max + 1, 'k')), std::nullopt);
}

TEST_P(EngineContract, CommitsTenThousandKeysAtOnce) {
  const auto transaction = engine().begin();
  for (int i = 0; i < 10'000; ++i) transaction->put("key " + std::to_string(i), "value");
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(all_rows(engine()).size(), 10'000u);
}

}  // namespace
}  // namespace partita::engine
