#include "store/streams/stream_reader.h"

#include <atomic>
#include <thread>

#include "partita/value/measure.h"
#include "store/keys/stream_keys.h"
#include "support/stream_replay.h"
#include "unit/store/streams/stream_store.h"

namespace partita::streams {
namespace {

using StreamReader = StreamStore;

TEST_F(StreamReader, ReadsPageByPage) {
  create("T");
  record_items("T", 1, 5);
  RecordsRequest request{.stream = stream_of("T"), .records_max = 2};
  std::vector<int> found;
  for (int page = 0; page < 3; ++page) {
    const auto seen = try_read(request).value();
    for (const int number : seen.numbers()) found.push_back(number);
    EXPECT_LE(seen.records.size(), 2u);
    EXPECT_FALSE(seen.end.is_over);
    request.from = seen.end.next;
  }
  EXPECT_EQ(found, (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST_F(StreamReader, StopsBeforeItHasReadTooMuchButReadsOneInAnyCase) {
  create("T");
  record_items("T", 1, 5);
  const auto size = size_bytes(item(1)) + size_bytes(Item{{"pk", "p"}, {"sk", 1}});
  const auto count = [&](std::size_t bytes_max) {
    return try_read({.stream = stream_of("T"), .bytes_max = bytes_max}).value().records.size();
  };
  EXPECT_EQ(count(1), 1u);
  EXPECT_EQ(count(2 * size), 2u);
  EXPECT_EQ(count(3 * size - 1), 2u);
  const auto two = try_read({.stream = stream_of("T"), .bytes_max = 2 * size}).value();
  EXPECT_EQ(read(stream_of("T"), two.end.next).numbers(), (std::vector<int>{3, 4, 5}));
}

TEST_F(StreamReader, StaysWhereItIsUntilSomethingComes) {
  create("T");
  record_items("T", 1, 1);
  const auto first = read(stream_of("T")).end;
  const auto nothing = read(stream_of("T"), first.next);
  EXPECT_TRUE(nothing.records.empty());
  EXPECT_EQ(nothing.end.next, first.next);
  EXPECT_FALSE(nothing.end.is_over);
  record_items("T", 2, 2);
  EXPECT_EQ(read(stream_of("T"), first.next).numbers(), std::vector<int>{2});
}

TEST_F(StreamReader, KnowsTheExtentOfAStream) {
  create("T");
  const auto stream = stream_of("T");
  const auto empty = extent(stream);
  EXPECT_LT(empty.begin, empty.end) << "its begin is an entry, too";
  EXPECT_FALSE(empty.is_closed);
  record_items("T", 1, 3);
  const auto full = extent(stream);
  EXPECT_EQ(full.begin, empty.begin);
  EXPECT_EQ(read(stream, full.begin).numbers(), (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(read(stream, full.end).records.empty());
  EXPECT_EQ(read(stream, empty.end).numbers(), (std::vector<int>{1, 2, 3})) << "LATEST";
  record_items("T", 4, 4);
  EXPECT_EQ(read(stream, full.end).numbers(), std::vector<int>{4});
}

TEST_F(StreamReader, ReadsFromAStampAndAfterIt) {
  create("T");
  record_items("T", 1, 3);
  const auto stamp = read(stream_of("T")).records.at(1).stamp;
  EXPECT_EQ(read(stream_of("T"), stamp).numbers(), (std::vector<int>{2, 3}));
  EXPECT_EQ(read(stream_of("T"), stamp + 1).numbers(), std::vector<int>{3});
}

TEST_F(StreamReader, KnowsTheEndWhereverItIsAsked) {
  create("T");
  record_items("T", 1, 2);
  const auto stream = stream_of("T");
  disable("T");
  const auto closed = extent(stream);
  EXPECT_TRUE(read(stream, 0).end.is_over);
  EXPECT_TRUE(read(stream, closed.end - 1).end.is_over);
  EXPECT_TRUE(read(stream, closed.end).end.is_over);
  EXPECT_TRUE(read(stream, closed.end + 1'000).end.is_over);
  const auto some = try_read({.stream = stream, .records_max = 2}).value();
  EXPECT_FALSE(some.end.is_over);
  EXPECT_TRUE(read(stream, some.end.next).end.is_over);
}

TEST_F(StreamReader, ReadsNothingOfAnotherStream) {
  create("a");
  create("b");
  record_items("a", 1, 1);
  record_items("b", 2, 2);
  record_items("a", 3, 3);
  EXPECT_EQ(read(stream_of("a")).numbers(), (std::vector<int>{1, 3}));
  EXPECT_EQ(read(stream_of("b")).numbers(), std::vector<int>{2});
  EXPECT_TRUE(read(keys::StreamId{99}).records.empty());
}

TEST_F(StreamReader, TellsOfADamagedRecord) {
  create("T");
  const auto transaction = engine_->begin();
  transaction->append(keys::log_prefix(stream_of("T")), "damaged");
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  const auto seen = try_read({.stream = stream_of("T")});
  ASSERT_FALSE(seen.ok());
  EXPECT_EQ(seen.error().kind(), ErrorKind::Corrupt);
}

TEST_F(StreamReader, MissesNothingWhileManyWrite) {
  constexpr int kWriters = 3;
  constexpr int kRecords = 300;
  create("T");
  const auto stream = stream_of("T");
  std::atomic<int> left = kWriters;
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer, &left] {
      const Item key{{"pk", std::to_string(writer)}, {"sk", 1}};
      for (int i = 0; i < kRecords; ++i) {
        Item before = key;
        Item after = key;
        before.set("v", i - 1);
        after.set("v", i);
        record("T", i == 0 ? std::nullopt : std::optional(before), after);
      }
      --left;
    });
  }
  testing::StreamReplay replay;
  while (left > 0) EXPECT_EQ(replay.follow(*engine_, stream), "");
  EXPECT_EQ(replay.follow(*engine_, stream), "");
  EXPECT_EQ(replay.records(), std::size_t{kWriters * kRecords});
  EXPECT_EQ(replay.items().size(), std::size_t{kWriters});
}

// The control: what the replay is there for must not escape it.
TEST_F(StreamReader, IsCaughtByTheReplayLosingOrRepeatingARecord) {
  create("lost");
  record("lost", {}, Item{{"pk", "p"}, {"sk", 1}, {"v", 1}});
  record("lost", Item{{"pk", "p"}, {"sk", 1}, {"v", 2}}, Item{{"pk", "p"}, {"sk", 1}, {"v", 3}});
  EXPECT_NE(testing::StreamReplay().follow(*engine_, stream_of("lost")), "");
  create("doubled");
  record_items("doubled", 1, 1);
  record_items("doubled", 1, 1);
  EXPECT_NE(testing::StreamReplay().follow(*engine_, stream_of("doubled")), "");
  create("sound");
  record_items("sound", 1, 2);
  EXPECT_EQ(testing::StreamReplay().follow(*engine_, stream_of("sound")), "");
}

}  // namespace
}  // namespace partita::streams
