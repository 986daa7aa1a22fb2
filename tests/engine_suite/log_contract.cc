#include "engine_suite/contract.h"
#include "engine_suite/log_history.h"

namespace partita::engine {
namespace {

constexpr std::size_t kStampBytes = 8;

Status append(Engine& engine, const Bytes& prefix, const Bytes& value) {
  const auto transaction = engine.begin();
  transaction->append(prefix, value);
  return commit(*transaction);
}

std::vector<Bytes> values_of(const std::vector<Row>& rows) {
  std::vector<Bytes> values;
  for (const Row& row : rows) values.push_back(row.value);
  return values;
}

std::vector<Row> log(const Engine& engine) {
  return rows(engine, {.begin = "log ", .end = "log!"});
}

struct LogEntry {
  std::uint64_t stamp;
  Bytes value;
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

std::vector<LogEntry> read_log(const View& view, const LogRange& range,
                               std::size_t entries_max = SIZE_MAX) {
  std::vector<LogEntry> entries;
  const auto visit = [&](std::uint64_t stamp, ByteView value) {
    entries.push_back({stamp, Bytes(value)});
    return entries.size() < entries_max ? Visit::Continue : Visit::Stop;
  };
  EXPECT_TRUE(sync_wait(view.read_log(range, visit)).ok());
  return entries;
}

TEST_P(EngineContract, AppendsUnderThePrefixAndAStampOfEightBytes) {
  ASSERT_TRUE(append(engine(), "log ", "value").ok());
  const auto found = all_rows(engine());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].key.size(), 4 + kStampBytes);
  EXPECT_TRUE(found[0].key.starts_with("log "));
  EXPECT_EQ(found[0].value, "value");
  EXPECT_EQ(get(engine(), found[0].key), "value");
}

TEST_P(EngineContract, AppendsInTheOrderOfCallsAndOfCommits) {
  const auto later = engine().begin();
  later->append("log ", "3");
  ASSERT_TRUE(append(engine(), "log ", "1").ok());
  ASSERT_TRUE(append(engine(), "log ", "2").ok());
  later->put("between", "the appends");
  later->append("log ", "4");
  ASSERT_TRUE(commit(*later).ok());
  EXPECT_EQ(values_of(log(engine())), (std::vector<Bytes>{"1", "2", "3", "4"}));
}

TEST_P(EngineContract, GivesGrowingStampsWithinEachPrefix) {
  for (const Bytes prefix : {"b", "a", "c", "a", "b", "a"}) {
    ASSERT_TRUE(append(engine(), prefix, "").ok());
    ASSERT_TRUE(put(engine(), "other", "value").ok());
  }
  EXPECT_EQ(read_log(engine(), {.prefix = "c"}).size(), 1u);
  for (const Bytes prefix : {"a", "b"}) {
    const auto entries = read_log(engine(), {.prefix = prefix});
    ASSERT_EQ(entries.size(), prefix == "a" ? 3u : 2u);
    for (std::size_t i = 1; i < entries.size(); ++i) {
      EXPECT_GT(entries[i].stamp, entries[i - 1].stamp);
    }
  }
}

TEST_P(EngineContract, ReadsALogFromAStampOnAndBothWays) {
  for (const Bytes value : {"1", "2", "3"}) ASSERT_TRUE(append(engine(), "log ", value).ok());
  ASSERT_TRUE(append(engine(), "log", "of a shorter prefix").ok());
  ASSERT_TRUE(append(engine(), "log!", "of the next one").ok());
  const auto all = read_log(engine(), {.prefix = "log "});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].value, "1");
  EXPECT_EQ(read_log(engine(), {.prefix = "log ", .from = all[1].stamp}),
            (std::vector<LogEntry>{all[1], all[2]}));
  EXPECT_EQ(read_log(engine(), {.prefix = "log ", .from = all[2].stamp + 1}).size(), 0u);
  const LogRange backward{.prefix = "log ", .direction = Direction::Backward, .rows_hint = 1};
  EXPECT_EQ(read_log(engine(), backward, 1), (std::vector<LogEntry>{all[2]}));
  EXPECT_EQ(read_log(engine(), backward), (std::vector<LogEntry>{all[2], all[1], all[0]}));
}

TEST_P(EngineContract, ReadsTheLogOfASnapshotAsItWas) {
  ASSERT_TRUE(append(engine(), "log ", "1").ok());
  const auto snapshot = engine().snapshot();
  EXPECT_EQ(read_log(*snapshot, {.prefix = "log "}).size(), 1u);
  ASSERT_TRUE(append(engine(), "log ", "2").ok());
  EXPECT_EQ(read_log(*snapshot, {.prefix = "log "}).size(), 1u);
  EXPECT_EQ(read_log(engine(), {.prefix = "log "}).size(), 2u);
}

TEST_P(EngineContract, SaysThatALogIsDamagedIfAKeyInItHasNoStamp) {
  ASSERT_TRUE(put(engine(), "log short", "value").ok());
  const auto visit = [](std::uint64_t, ByteView) { return Visit::Continue; };
  EXPECT_EQ(kind_of(sync_wait(engine().read_log({.prefix = "log "}, visit))), ErrorKind::Corrupt);
}

TEST_P(EngineContract, DoesNotShowAnAppendToItsOwnTransaction) {
  const auto transaction = engine().begin();
  transaction->append("log ", "value");
  EXPECT_EQ(get(*transaction, "log "), std::nullopt);
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(get(engine(), "log "), std::nullopt);
  EXPECT_EQ(log(engine()).size(), 1u);
}

TEST_P(EngineContract, AppendsNothingOfATransactionThatConflictsOrIsDiscarded) {
  const auto loser = engine().begin();
  EXPECT_EQ(get(*loser, "read"), std::nullopt);
  loser->append("log ", "lost");
  ASSERT_TRUE(put(engine(), "read", "new").ok());
  EXPECT_EQ(kind_of(commit(*loser)), ErrorKind::Conflict);
  const auto discarded = engine().begin();
  discarded->append("log ", "discarded");
  discarded->discard_writes();
  ASSERT_TRUE(commit(*discarded).ok());
  EXPECT_TRUE(log(engine()).empty());
}

TEST_P(EngineContract, LetsAppendsConflictWithNobody) {
  const auto first = engine().begin();
  const auto second = engine().begin();
  EXPECT_EQ(get(*first, "log "), std::nullopt);
  EXPECT_EQ(get(*second, "log "), std::nullopt);
  first->append("log ", "1");
  second->append("log ", "2");
  EXPECT_TRUE(commit(*first).ok());
  EXPECT_TRUE(commit(*second).ok());
  EXPECT_EQ(values_of(log(engine())), (std::vector<Bytes>{"1", "2"}));
}

TEST_P(EngineContract, GivesNoStampAgainWhenItsEntryIsErased) {
  ASSERT_TRUE(append(engine(), "log ", "1").ok());
  ASSERT_TRUE(append(engine(), "log ", "2").ok());
  const auto before = log(engine());
  ASSERT_TRUE(erase(engine(), before[0].key).ok());
  EXPECT_EQ(values_of(log(engine())), (std::vector<Bytes>{"2"}));
  ASSERT_TRUE(erase_range(engine(), "log ", "log!").ok());
  ASSERT_TRUE(append(engine(), "log ", "3").ok());
  ASSERT_EQ(log(engine()).size(), 1u);
  EXPECT_GT(log(engine())[0].key, before[1].key);
}

TEST_P(EngineContract, CountsTheStampAsAPartOfTheKey) {
  const std::size_t most = engine().limits().key_bytes_max - kStampBytes;
  EXPECT_TRUE(append(engine(), Bytes(most, 'p'), "").ok());
  EXPECT_EQ(kind_of(append(engine(), Bytes(most + 1, 'p'), "")), ErrorKind::TooLarge);
}

TEST_P(EngineContract, ShowsTheSameLogToAllWhoFollowIt) {
  const Load load{.seed = test_seed(5), .threads = 6, .transactions_per_thread = 100};
  EXPECT_EQ(listing(check_log(engine(), load)), listing({})) << "seed " << load.seed;
}

// Whatever else is written, and even if all of the log is gone.
TEST_P(DurableEngineContract, GoesOnWithHigherStampsAfterReopening) {
  Bytes last;
  for (int round = 0; round < 4; ++round) {
    const auto transaction = engine().begin();
    transaction->append("log ", "1");
    transaction->merge("sum 1", "1");
    transaction->append("log ", "2");
    ASSERT_TRUE(commit(*transaction).ok());
    const auto found = log(engine());
    ASSERT_EQ(values_of(found), (std::vector<Bytes>{"1", "2"}));
    EXPECT_GT(found[0].key, last);
    last = found[1].key;
    ASSERT_TRUE(erase_range(engine(), "", "z").ok());
    reopen();
  }
}

}  // namespace
}  // namespace partita::engine
