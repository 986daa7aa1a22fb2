#include "store/streams/trimmer.h"

#include "store/keys/stream_keys.h"
#include "unit/store/streams/stream_store.h"

namespace partita::streams {
namespace {

using namespace std::chrono_literals;

class TrimmerTest : public StreamStore {
 protected:
  std::size_t trim(TrimmerOptions options = {}) {
    Trimmer trimmer(*engine_, clock_, options);
    return sync_wait(trimmer.trim_once()).value();
  }
};

TEST_F(TrimmerTest, RemovesWhatIsOlderThanADayAndNothingElse) {
  create("T");
  record_items("T", 1, 2);
  clock_.advance(1h);
  record_items("T", 3, 3);
  clock_.advance(23h - 1ms);
  EXPECT_EQ(trim(), 0u);
  clock_.advance(1ms);
  EXPECT_EQ(trim(), 3u) << "two records and the begin";
  const auto stream = stream_of("T");
  EXPECT_EQ(read(stream, extent(stream).begin).numbers(), std::vector<int>{3});
  EXPECT_EQ(trim(), 0u);
}

TEST_F(TrimmerTest, LetsReadersKnowWhatTheyMissed) {
  create("T");
  record_items("T", 1, 1);
  const auto stream = stream_of("T");
  const auto first = read(stream).records.at(0).stamp;
  clock_.advance(24h);
  record_items("T", 2, 2);
  trim();
  const auto missed = try_read({.stream = stream, .from = first});
  ASSERT_FALSE(missed.ok());
  EXPECT_EQ(missed.error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(read(stream, first + 1).numbers(), std::vector<int>{2}) << "had seen all that is gone";
  EXPECT_EQ(extent(stream).begin, first + 1);
}

TEST_F(TrimmerTest, KeepsAnEmptyStreamThatIsEnabled) {
  create("T");
  record_items("T", 1, 1);
  const auto before = extent(stream_of("T"));
  clock_.advance(48h);
  trim();
  const auto after = extent(stream_of("T"));
  EXPECT_EQ(after.begin, before.end);
  EXPECT_EQ(after.end, before.end);
  EXPECT_EQ(list().size(), 1u);
  record_items("T", 2, 2);
  EXPECT_EQ(read(stream_of("T"), after.end).numbers(), std::vector<int>{2});
}

TEST_F(TrimmerTest, ForgetsAStreamADayAfterItsEnd) {
  create("T");
  record_items("T", 1, 1);
  clock_.advance(1h);
  disable("T");
  clock_.advance(23h);
  trim();
  ASSERT_EQ(list().size(), 1u);
  const auto stream = list()[0].id;
  EXPECT_TRUE(read(stream, extent(stream).begin).end.is_over);
  clock_.advance(1h);
  trim();
  EXPECT_TRUE(list().empty());
  EXPECT_EQ(rows_of_streams(), 0u) << "something is left behind";
}

TEST_F(TrimmerTest, ForgetsTheStreamsOfATableThatIsGone) {
  create("T");
  ASSERT_TRUE(sync_wait(catalog_->remove(*catalog_->find("T"))).ok());
  EXPECT_EQ(list().size(), 1u);
  clock_.advance(24h);
  trim();
  EXPECT_EQ(rows_of_streams(), 0u);
}

TEST_F(TrimmerTest, DoesALittleAtATimeAndGoesOnWhereItWas) {
  for (const char* name : {"a", "b", "c"}) {
    create(name);
    record_items(name, 1, 9);
  }
  clock_.advance(24h);
  Trimmer trimmer(*engine_, clock_,
                  {.entries_per_transaction = 3, .entries_max = 7, .streams_max = 2});
  std::size_t removed = 0;
  for (int round = 0; round < 8; ++round) {
    const auto some = sync_wait(trimmer.trim_once()).value();
    EXPECT_LE(some, 7u);
    removed += some;
  }
  EXPECT_EQ(removed, 30u);
  for (const char* name : {"a", "b", "c"}) {
    const auto left = extent(stream_of(name));
    EXPECT_EQ(left.begin, left.end) << name;
  }
}

TEST_F(TrimmerTest, TakesWhatCannotBeReadAlongWithWhatComesAfterIt) {
  create("T");
  const auto transaction = engine_->begin();
  transaction->append(keys::log_prefix(stream_of("T")), "damaged");
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  clock_.advance(24h);
  EXPECT_EQ(trim(), 1u) << "the begin alone: nothing comes after the damaged one";
  record_items("T", 1, 1);
  clock_.advance(24h);
  EXPECT_EQ(trim(), 2u);
}

TEST_F(TrimmerTest, KeepsRecordsAsLongAsItIsTold) {
  create("T");
  record_items("T", 1, 1);
  clock_.advance(10s);
  EXPECT_EQ(trim({.retention = 11s}), 0u);
  EXPECT_EQ(trim({.retention = 10s}), 2u);
}

}  // namespace
}  // namespace partita::streams
