#include <thread>

#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

std::optional<Bytes> sum(std::optional<ByteView> stored, ByteView operand) {
  const int made = (stored ? std::stoi(Bytes(*stored)) : 0) + std::stoi(Bytes(operand));
  return made == 0 ? std::nullopt : std::optional(std::to_string(made));
}

Status add(Engine& engine, const Bytes& key, int number) {
  const auto transaction = engine.begin();
  transaction->merge(key, std::to_string(number));
  return commit(*transaction);
}

TEST_P(EngineContract, MergesIntoARowThatIsThereOrNot) {
  ASSERT_TRUE(add(engine(), "sum 1", 5).ok());
  EXPECT_EQ(get(engine(), "sum 1"), "5");
  ASSERT_TRUE(add(engine(), "sum 1", -2).ok());
  EXPECT_EQ(get(engine(), "sum 1"), "3");
}

TEST_P(EngineContract, ErasesARowThatAMergeEmpties) {
  ASSERT_TRUE(add(engine(), "sum 1", 5).ok());
  ASSERT_TRUE(add(engine(), "sum 1", -5).ok());
  EXPECT_EQ(get(engine(), "sum 1"), std::nullopt);
  EXPECT_TRUE(all_rows(engine()).empty());
  ASSERT_TRUE(add(engine(), "sum 1", 1).ok());
  EXPECT_EQ(get(engine(), "sum 1"), "1");
}

TEST_P(EngineContract, MergesSeveralTimesInOneTransaction) {
  const auto transaction = engine().begin();
  for (const char* number : {"1", "20", "300"}) transaction->merge("sum 1", number);
  transaction->merge("sum 2", "7");
  transaction->put("plain", "value");
  ASSERT_TRUE(commit(*transaction).ok());
  const std::vector<Row> expected = {{"plain", "value"}, {"sum 1", "321"}, {"sum 2", "7"}};
  EXPECT_EQ(all_rows(engine()), expected);
}

TEST_P(EngineContract, MergesNothingOfATransactionThatConflicts) {
  ASSERT_TRUE(put(engine(), "read", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "read"), "old");
  transaction->merge("sum 1", "1");
  ASSERT_TRUE(put(engine(), "read", "new").ok());
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  EXPECT_EQ(get(engine(), "sum 1"), std::nullopt);
}

// Gets the first key unchecked and the second checked.
std::vector<MaybeBytes> get_half_checked(Transaction& transaction) {
  std::vector<MaybeBytes> values(2);
  const ByteView keys[] = {"sum 1", "plain"};
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) values[index] = Bytes(*value);
  };
  EXPECT_TRUE(sync_wait(transaction.get(keys, keep, 1)).ok());
  return values;
}

TEST_P(EngineContract, LetsAMergeConflictWithNobodyWhoHasReadTheRowUnchecked) {
  ASSERT_TRUE(add(engine(), "sum 1", 1).ok());
  ASSERT_TRUE(put(engine(), "plain", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get_half_checked(*transaction), (std::vector<MaybeBytes>{"1", "old"}));
  transaction->put("decided by it", "1");
  ASSERT_TRUE(add(engine(), "sum 1", 1).ok());
  EXPECT_TRUE(commit(*transaction).ok());
}

TEST_P(EngineContract, RemembersTheKeysBehindTheUncheckedOnes) {
  const auto transaction = engine().begin();
  EXPECT_EQ(get_half_checked(*transaction), (std::vector<MaybeBytes>(2)));
  transaction->put("decided by it", "1");
  ASSERT_TRUE(put(engine(), "plain", "new").ok());
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
}

TEST_P(EngineContract, NeverLetsMergesConflictOrGetLost) {
  constexpr int kThreads = 4;
  constexpr int kMerges = 200;
  const auto work = [this](int thread) {
    for (int i = 0; i < kMerges; ++i) {
      const Status status = add(engine(), i % 2 == 0 ? "sum even" : "sum odd", thread + 1);
      EXPECT_TRUE(status.ok()) << status.error().to_string();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread);
  }
  const auto expected = std::to_string(kMerges / 2 * (1 + 2 + 3 + 4));
  EXPECT_EQ(get(engine(), "sum even"), expected);
  EXPECT_EQ(get(engine(), "sum odd"), expected);
}

TEST_P(DurableEngineContract, HasWhatWasMergedAfterReopening) {
  ASSERT_TRUE(add(engine(), "sum 1", 4).ok());
  reopen();
  ASSERT_TRUE(add(engine(), "sum 1", 3).ok());
  EXPECT_EQ(get(engine(), "sum 1"), "7");
}

}  // namespace

Combine suite_kinds(ByteView key) { return key.starts_with("sum ") ? &sum : nullptr; }

}  // namespace partita::engine
