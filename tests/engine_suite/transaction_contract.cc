#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

TEST_P(EngineContract, ShowsATransactionItsOwnWrites) {
  ASSERT_TRUE(put(engine(), "kept", "old").ok());
  ASSERT_TRUE(put(engine(), "erased", "old").ok());
  const auto transaction = engine().begin();
  transaction->put("new", "1");
  transaction->erase("erased");
  const std::vector<MaybeBytes> expected = {"1", std::nullopt, "old"};
  EXPECT_EQ(get_all(*transaction, {"new", "erased", "kept"}), expected);
  EXPECT_TRUE(commit(*transaction).ok());
}

TEST_P(EngineContract, HidesWritesUntilTheyAreCommitted) {
  const auto transaction = engine().begin();
  transaction->put("key", "value");
  EXPECT_EQ(get(engine(), "key"), std::nullopt);
  EXPECT_EQ(get(*engine().begin(), "key"), std::nullopt);
  EXPECT_TRUE(all_rows(engine()).empty());
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(get(engine(), "key"), "value");
}

TEST_P(EngineContract, AbandonsWhatIsNotCommitted) {
  engine().begin()->put("key", "value");
  EXPECT_TRUE(all_rows(engine()).empty());
}

TEST_P(EngineContract, LetsTheLastWriteToAKeyCount) {
  ASSERT_TRUE(put(engine(), "present", "old").ok());
  const auto transaction = engine().begin();
  transaction->put("twice", "1");
  transaction->put("twice", "2");
  for (const char* key : {"present", "absent"}) {
    transaction->erase(key);
    transaction->put(key, "back");
  }
  transaction->put("gone", "1");
  transaction->erase("gone");
  EXPECT_EQ(get(*transaction, "twice"), "2");
  EXPECT_EQ(get(*transaction, "gone"), std::nullopt);
  ASSERT_TRUE(commit(*transaction).ok());
  const std::vector<Row> expected = {{"absent", "back"}, {"present", "back"}, {"twice", "2"}};
  EXPECT_EQ(all_rows(engine()), expected);
}

TEST_P(EngineContract, SurvivesAKeyWrittenManyTimesByOneTransaction) {
  ASSERT_TRUE(put(engine(), "key", "old").ok());
  const auto snapshot = engine().snapshot();
  EXPECT_EQ(get(*snapshot, "key"), "old");
  const auto transaction = engine().begin();
  for (const char* key : {"key", "new"}) {
    for (int i = 0; i < 3; ++i) {
      transaction->erase(key);
      transaction->put(key, "value");
      transaction->erase(key);
      transaction->erase(key);
    }
  }
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_TRUE(all_rows(engine()).empty());
  EXPECT_EQ(all_rows(*snapshot), (std::vector<Row>{{"key", "old"}}));
}

TEST_P(EngineContract, ErasesAKeyThatIsNotThere) {
  EXPECT_TRUE(erase(engine(), "absent").ok());
  EXPECT_TRUE(all_rows(engine()).empty());
}

TEST_P(EngineContract, WritesAgainWhatWasErased) {
  ASSERT_TRUE(put(engine(), "key", "1").ok());
  ASSERT_TRUE(erase(engine(), "key").ok());
  ASSERT_TRUE(put(engine(), "key", "2").ok());
  EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{"key", "2"}}));
}

TEST_P(EngineContract, CommitsATransactionThatDidNothing) {
  EXPECT_TRUE(commit(*engine().begin()).ok());
}

TEST_P(EngineContract, ForgetsDiscardedWrites) {
  ASSERT_TRUE(put(engine(), "key", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "key"), "old");
  transaction->put("key", "new");
  transaction->put("other", "new");
  transaction->discard_writes();
  EXPECT_EQ(get(*transaction, "key"), "old");
  EXPECT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{"key", "old"}}));
}

TEST_P(EngineContract, WritesWhatComesAfterDiscardedWrites) {
  const auto transaction = engine().begin();
  transaction->put("before", "1");
  transaction->discard_writes();
  transaction->put("after", "2");
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{"after", "2"}}));
}

TEST_P(EngineContract, ErasesARangeFromItsBeginToBeforeItsEnd) {
  for (const char* key : {"a", "b", "b1", "b2", "c", "d"}) {
    ASSERT_TRUE(put(engine(), key, "value").ok());
  }
  ASSERT_TRUE(erase_range(engine(), "b", "c").ok());
  EXPECT_EQ(keys_of(all_rows(engine())), (std::vector<Bytes>{"a", "c", "d"}));
  ASSERT_TRUE(erase_range(engine(), "b", "c").ok());
  ASSERT_TRUE(erase_range(engine(), "x", "z").ok());
  EXPECT_EQ(keys_of(all_rows(engine())), (std::vector<Bytes>{"a", "c", "d"}));
}

TEST_P(EngineContract, ErasesNothingInAnEmptyRange) {
  ASSERT_TRUE(put(engine(), "b", "value").ok());
  EXPECT_TRUE(erase_range(engine(), "b", "b").ok());
  EXPECT_EQ(keys_of(all_rows(engine())), std::vector<Bytes>{"b"});
}

TEST_P(EngineContract, ErasesALargeRangeAndWritesIntoItAgain) {
  const auto transaction = engine().begin();
  for (int i = 0; i < 2000; ++i) transaction->put("key " + std::to_string(i), "value");
  transaction->put("left", "value");
  ASSERT_TRUE(commit(*transaction).ok());
  ASSERT_TRUE(erase_range(engine(), "key ", "key!").ok());
  EXPECT_EQ(keys_of(all_rows(engine())), std::vector<Bytes>{"left"});
  ASSERT_TRUE(put(engine(), "key 7", "again").ok());
  EXPECT_EQ(get(engine(), "key 7"), "again");
}

TEST_P(DurableEngineContract, HasEverythingCommittedAfterReopening) {
  ASSERT_TRUE(put(engine(), "kept", "value").ok());
  ASSERT_TRUE(put(engine(), "erased", "value").ok());
  ASSERT_TRUE(put(engine(), "ranged", "value").ok());
  ASSERT_TRUE(erase(engine(), "erased").ok());
  ASSERT_TRUE(erase_range(engine(), "r", "s").ok());
  engine().begin()->put("abandoned", "value");
  for (int i = 0; i < 2; ++i) {
    reopen();
    EXPECT_EQ(all_rows(engine()), (std::vector<Row>{{"kept", "value"}}));
  }
}

TEST_P(DurableEngineContract, TellsConflictsAfterReopening) {
  ASSERT_TRUE(put(engine(), "key", "1").ok());
  reopen();
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "key"), "1");
  ASSERT_TRUE(put(engine(), "key", "2").ok());
  transaction->put("key", "3");
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
}

std::vector<Row> rows_of(Transaction& transaction, const Range& range) {
  std::vector<Row> found;
  const auto visit = [&](ByteView key, ByteView value) {
    found.push_back({Bytes(key), Bytes(value)});
    return Visit::Continue;
  };
  EXPECT_TRUE(sync_wait(transaction.scan(range, visit)).ok());
  return found;
}

TEST_P(EngineContract, ScansInATransactionWithoutItsOwnWrites) {
  ASSERT_TRUE(put(engine(), "a", "1").ok());
  ASSERT_TRUE(put(engine(), "b", "2").ok());
  const auto transaction = engine().begin();
  transaction->put("a", "own");
  transaction->erase("b");
  EXPECT_EQ(rows_of(*transaction, {.begin = "a", .end = "c"}),
            (std::vector<Row>{{"a", "1"}, {"b", "2"}}));
}

TEST_P(EngineContract, RemembersNothingOfAScanInATransaction) {
  ASSERT_TRUE(put(engine(), "a", "1").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(rows_of(*transaction, {}).size(), 1u);
  transaction->put("b", "own");
  ASSERT_TRUE(put(engine(), "a", "2").ok());
  EXPECT_TRUE(commit(*transaction).ok());
}

TEST_P(EngineContract, ScansInATransactionNoMomentBeforeItsReads) {
  ASSERT_TRUE(put(engine(), "a", "1").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "a"), "1");
  EXPECT_EQ(rows_of(*transaction, {}), (std::vector<Row>{{"a", "1"}}));
}

Status read_ahead(Transaction& transaction, const std::vector<Bytes>& keys) {
  return sync_wait(transaction.read_ahead(std::vector<ByteView>(keys.begin(), keys.end())));
}

TEST_P(EngineContract, AnswersFromWhatWasReadAheadAndFromOwnWrites) {
  ASSERT_TRUE(put(engine(), "a", "1").ok());
  ASSERT_TRUE(put(engine(), "b", "2").ok());
  const auto transaction = engine().begin();
  transaction->put("b", "before");
  ASSERT_TRUE(read_ahead(*transaction, {"a", "b", "absent"}).ok());
  EXPECT_EQ(get_all(*transaction, {"absent", "b", "a"}),
            (std::vector<MaybeBytes>{std::nullopt, "before", "1"}));
  transaction->put("absent", "own");
  transaction->erase("a");
  EXPECT_EQ(get_all(*transaction, {"absent", "a", "other"}),
            (std::vector<MaybeBytes>{"own", std::nullopt, std::nullopt}));
}

TEST_P(EngineContract, RemembersTheKeysThatWereReadAhead) {
  for (const Bytes key : {"present", "absent"}) {
    ASSERT_TRUE(put(engine(), "present", "1").ok());
    const auto transaction = engine().begin();
    ASSERT_TRUE(read_ahead(*transaction, {"present", "absent"}).ok());
    ASSERT_TRUE(put(engine(), key, "2").ok());
    // What was read once stays as it was in this attempt.
    EXPECT_EQ(get(*transaction, "present"), "1");
    transaction->put("decided by it", "1");
    EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  }
}

}  // namespace

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DurableEngineContract);

}  // namespace partita::engine
