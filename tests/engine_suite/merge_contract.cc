#include <thread>

#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

// Adds numbers; a sum of 0 is no row.
std::optional<Bytes> sum(std::optional<ByteView> stored, ByteView operand) {
  const int made = (stored ? std::stoi(Bytes(*stored)) : 0) + std::stoi(Bytes(operand));
  return made == 0 ? std::nullopt : std::optional(std::to_string(made));
}

Status add(Engine& engine, const Bytes& key, int number) {
  const auto transaction = engine.begin();
  transaction->merge(key, std::to_string(number), &sum);
  return commit(*transaction);
}

TEST_P(EngineContract, MergesIntoARowThatIsThereOrNot) {
  ASSERT_TRUE(add(engine(), "sum", 5).ok());
  EXPECT_EQ(get(engine(), "sum"), "5");
  ASSERT_TRUE(add(engine(), "sum", -2).ok());
  EXPECT_EQ(get(engine(), "sum"), "3");
}

TEST_P(EngineContract, ErasesARowThatAMergeEmpties) {
  ASSERT_TRUE(add(engine(), "sum", 5).ok());
  ASSERT_TRUE(add(engine(), "sum", -5).ok());
  EXPECT_EQ(get(engine(), "sum"), std::nullopt);
  EXPECT_TRUE(all_rows(engine()).empty());
  ASSERT_TRUE(add(engine(), "sum", 1).ok());
  EXPECT_EQ(get(engine(), "sum"), "1");
}

TEST_P(EngineContract, MergesSeveralTimesInOneTransaction) {
  const auto transaction = engine().begin();
  for (const char* number : {"1", "20", "300"}) transaction->merge("sum", number, &sum);
  transaction->merge("other", "7", &sum);
  transaction->put("plain", "value");
  ASSERT_TRUE(commit(*transaction).ok());
  const std::vector<Row> expected = {{"other", "7"}, {"plain", "value"}, {"sum", "321"}};
  EXPECT_EQ(all_rows(engine()), expected);
}

TEST_P(EngineContract, MergesNothingOfATransactionThatConflicts) {
  ASSERT_TRUE(put(engine(), "read", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "read"), "old");
  transaction->merge("sum", "1", &sum);
  ASSERT_TRUE(put(engine(), "read", "new").ok());
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  EXPECT_EQ(get(engine(), "sum"), std::nullopt);
}

TEST_P(EngineContract, TellsWhoHasReadARowThatItWasMergedInto) {
  ASSERT_TRUE(add(engine(), "sum", 1).ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "sum"), "1");
  transaction->put("decided by it", "1");
  ASSERT_TRUE(add(engine(), "sum", 1).ok());
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
}

TEST_P(EngineContract, NeverLetsMergesConflictOrGetLost) {
  constexpr int kThreads = 4;
  constexpr int kMerges = 200;
  const auto work = [this](int thread) {
    for (int i = 0; i < kMerges; ++i) {
      const Status status = add(engine(), i % 2 == 0 ? "all" : "half", thread + 1);
      EXPECT_TRUE(status.ok()) << status.error().to_string();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) threads.emplace_back(work, thread);
  }
  const auto expected = std::to_string(kMerges / 2 * (1 + 2 + 3 + 4));
  EXPECT_EQ(get(engine(), "all"), expected);
  EXPECT_EQ(get(engine(), "half"), expected);
}

TEST_P(DurableEngineContract, HasWhatWasMergedAfterReopening) {
  ASSERT_TRUE(add(engine(), "sum", 4).ok());
  reopen();
  ASSERT_TRUE(add(engine(), "sum", 3).ok());
  EXPECT_EQ(get(engine(), "sum"), "7");
}

}  // namespace
}  // namespace partita::engine
