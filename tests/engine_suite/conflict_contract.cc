#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

TEST_P(EngineContract, RefusesALostUpdate) {
  ASSERT_TRUE(put(engine(), "counter", "1").ok());
  const auto slow = engine().begin();
  const auto quick = engine().begin();
  EXPECT_EQ(get(*slow, "counter"), "1");
  EXPECT_EQ(get(*quick, "counter"), "1");
  quick->put("counter", "2");
  ASSERT_TRUE(commit(*quick).ok());
  slow->put("counter", "2");
  EXPECT_EQ(kind_of(commit(*slow)), ErrorKind::Conflict);
}

TEST_P(EngineContract, AppliesNothingOfATransactionThatConflicts) {
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "read"), std::nullopt);
  transaction->put("beside", "value");
  transaction->erase("kept");
  ASSERT_TRUE(put(engine(), "read", "changed").ok());
  ASSERT_TRUE(put(engine(), "kept", "value").ok());
  ASSERT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  const std::vector<Row> expected = {{"kept", "value"}, {"read", "changed"}};
  EXPECT_EQ(all_rows(engine()), expected);
}

TEST_P(EngineContract, RefusesToPutTwiceWhatBothFoundAbsent) {
  const auto first = engine().begin();
  const auto second = engine().begin();
  EXPECT_EQ(get(*first, "key"), std::nullopt);
  EXPECT_EQ(get(*second, "key"), std::nullopt);
  first->put("key", "first");
  second->put("key", "second");
  ASSERT_TRUE(commit(*first).ok());
  EXPECT_EQ(kind_of(commit(*second)), ErrorKind::Conflict);
  EXPECT_EQ(get(engine(), "key"), "first");
}

TEST_P(EngineContract, RefusesAPutOverADeleteThatItDidNotSee) {
  ASSERT_TRUE(put(engine(), "key", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "key"), "old");
  ASSERT_TRUE(erase(engine(), "key").ok());
  transaction->put("key", "new");
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  EXPECT_EQ(get(engine(), "key"), std::nullopt);
}

TEST_P(EngineContract, RefusesADeleteOfAChangeThatItDidNotSee) {
  ASSERT_TRUE(put(engine(), "key", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "key"), "old");
  ASSERT_TRUE(put(engine(), "key", "changed").ok());
  transaction->erase("key");
  EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict);
  EXPECT_EQ(get(engine(), "key"), "changed");
}

// Each reads both keys and changes one: together they would break what each has checked.
void expect_no_write_skew(Engine& engine) {
  const auto first = engine.begin();
  const auto second = engine.begin();
  EXPECT_EQ(get_all(*first, {"x", "y"}), get_all(*second, {"x", "y"}));
  first->put("x", "first");
  second->put("y", "second");
  ASSERT_TRUE(commit(*first).ok());
  EXPECT_EQ(kind_of(commit(*second)), ErrorKind::Conflict);
}

TEST_P(EngineContract, RefusesWriteSkewOnPresentKeys) {
  ASSERT_TRUE(put(engine(), "x", "0").ok());
  ASSERT_TRUE(put(engine(), "y", "0").ok());
  expect_no_write_skew(engine());
  EXPECT_EQ(get(engine(), "y"), "0");
}

TEST_P(EngineContract, RefusesWriteSkewOnAbsentKeys) {
  expect_no_write_skew(engine());
  EXPECT_EQ(get(engine(), "y"), std::nullopt);
}

TEST_P(EngineContract, CommitsBesideChangesOfOtherKeys) {
  ASSERT_TRUE(put(engine(), "mine", "1").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "mine"), "1");
  ASSERT_TRUE(put(engine(), "theirs", "1").ok());
  transaction->put("mine", "2");
  EXPECT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(get(engine(), "mine"), "2");
}

TEST_P(EngineContract, SeesAConflictOnlyInWhatCameAfterTheRead) {
  const auto transaction = engine().begin();
  ASSERT_TRUE(put(engine(), "key", "1").ok());
  EXPECT_EQ(get(*transaction, "key"), "1");
  transaction->put("key", "2");
  EXPECT_TRUE(commit(*transaction).ok());
}

TEST_P(EngineContract, CommitsTheReadOfOneKeyWhateverComesAfter) {
  ASSERT_TRUE(put(engine(), "key", "1").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "key"), "1");
  ASSERT_TRUE(put(engine(), "key", "2").ok());
  EXPECT_TRUE(commit(*transaction).ok());
}

// An engine may read all at the moment of the first read, or notice at the commit.
TEST_P(EngineContract, CommitsReadsWithoutWritesOnlyIfTheyAreOfOneMoment) {
  ASSERT_TRUE(put(engine(), "x", "old").ok());
  ASSERT_TRUE(put(engine(), "y", "old").ok());
  const auto reader = engine().begin();
  EXPECT_EQ(get(*reader, "x"), "old");
  const auto writer = engine().begin();
  writer->put("x", "new");
  writer->put("y", "new");
  ASSERT_TRUE(commit(*writer).ok());
  const MaybeBytes second_read = get(*reader, "y");
  const Status status = commit(*reader);
  if (second_read == "old") {
    EXPECT_TRUE(status.ok());
  } else {
    EXPECT_EQ(kind_of(status), ErrorKind::Conflict);
  }
}

TEST_P(EngineContract, ChecksTheReadsBehindDiscardedWrites) {
  ASSERT_TRUE(put(engine(), "x", "old").ok());
  ASSERT_TRUE(put(engine(), "y", "old").ok());
  const auto transaction = engine().begin();
  EXPECT_EQ(get(*transaction, "x"), "old");
  transaction->put("z", "never");
  transaction->discard_writes();
  ASSERT_TRUE(put(engine(), "x", "new").ok());
  ASSERT_TRUE(put(engine(), "y", "new").ok());
  const MaybeBytes second_read = get(*transaction, "y");
  EXPECT_EQ(commit(*transaction).ok(), second_read == "old");
  EXPECT_EQ(get(engine(), "z"), std::nullopt);
}

TEST_P(EngineContract, RemembersEveryKeyOfALongRead) {
  std::vector<Bytes> keys;
  for (int i = 0; i < 100; ++i) keys.push_back("key " + std::to_string(i));
  for (const std::size_t changed : {std::size_t{0}, std::size_t{50}, std::size_t{99}}) {
    const auto transaction = engine().begin();
    get_all(*transaction, keys);
    ASSERT_TRUE(put(engine(), keys[changed], "changed").ok());
    transaction->put("result", "value");
    EXPECT_EQ(kind_of(commit(*transaction)), ErrorKind::Conflict) << keys[changed];
  }
}

}  // namespace
}  // namespace partita::engine
