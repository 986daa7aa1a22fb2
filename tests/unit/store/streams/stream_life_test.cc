#include "store/streams/stream_life.h"

#include <set>

#include "unit/store/streams/stream_store.h"

namespace partita::streams {
namespace {

using StreamLife = StreamStore;

const std::string kLabel = "2027-01-15T08:00:00.000";

TEST_F(StreamLife, BeginsWithItsTable) {
  const auto table = create("T", StreamViewType::NewImage);
  EXPECT_EQ(table->settings.stream->label, kLabel);
  const auto streams = list();
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].id, table->settings.stream->id);
  EXPECT_EQ(streams[0].table_name, "T");
  EXPECT_EQ(streams[0].label, kLabel);
  EXPECT_EQ(streams[0].arn(), "arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/" + kLabel);
  EXPECT_EQ(streams[0].shard_id(), "shardId-00000001800000000000-00000001");
  EXPECT_EQ(streams[0].key, table->key);
  EXPECT_EQ(streams[0].view_type, StreamViewType::NewImage);
  EXPECT_EQ(streams[0].created.seconds, 1'800'000'000);
  EXPECT_FALSE(streams[0].disabled);
}

TEST_F(StreamLife, BeginsWhenItIsEnabled) {
  create("T", std::nullopt);
  EXPECT_TRUE(list().empty());
  clock_.advance(std::chrono::milliseconds(1));
  enable("T");
  EXPECT_EQ(labels(), (std::vector<std::string>{"T 2027-01-15T08:00:00.001"}));
}

TEST_F(StreamLife, GoesOnWhileOtherThingsOfTheTableChange) {
  const auto created = create("T");
  const auto rows = rows_of_streams();
  change("T", [](catalog::Table& table) { table.settings.tags.push_back({"key", "value"}); });
  EXPECT_EQ(stream_of("T"), created->settings.stream->id);
  EXPECT_EQ(rows_of_streams(), rows);
}

TEST_F(StreamLife, EndsWhenItIsDisabledAndStaysReadable) {
  create("T");
  record_items("T", 1, 2);
  clock_.advance(std::chrono::seconds(5));
  const auto table = disable("T");
  EXPECT_EQ(table->settings.stream->label, kLabel) << "of the newest stream";
  const auto stream = list().at(0);
  EXPECT_EQ(stream.disabled->seconds, 1'800'000'005);
  const auto seen = read(stream.id);
  EXPECT_EQ(seen.numbers(), (std::vector<int>{1, 2}));
  EXPECT_TRUE(seen.end.is_over);
  EXPECT_TRUE(extent(stream.id).is_closed);
}

TEST_F(StreamLife, BeginsAnewWithAnotherIdAndLabelEvenInTheSameMillisecond) {
  create("T");
  std::set<keys::StreamId> ids{stream_of("T")};
  for (int i = 0; i < 3; ++i) {
    disable("T");
    enable("T");
    ids.insert(stream_of("T"));
  }
  EXPECT_EQ(ids.size(), 4u);
  EXPECT_EQ(labels(),
            (std::vector<std::string>{"T 2027-01-15T08:00:00.000", "T 2027-01-15T08:00:00.001",
                                      "T 2027-01-15T08:00:00.002", "T 2027-01-15T08:00:00.003"}));
  record_items("T", 7, 7);
  EXPECT_EQ(read(stream_of("T")).numbers(), std::vector<int>{7});
}

TEST_F(StreamLife, EndsWithItsTable) {
  create("deleted");
  create("removed");
  const auto deleted = stream_of("deleted");
  change("deleted", [](auto& table) { table.state = catalog::TableState::Deleting; });
  EXPECT_TRUE(extent(deleted).is_closed);
  const auto rows = rows_of_streams();
  ASSERT_TRUE(sync_wait(catalog_->remove(*catalog_->find("deleted"))).ok());
  EXPECT_EQ(rows_of_streams(), rows) << "it ends once";
  const auto removed = stream_of("removed");
  ASSERT_TRUE(sync_wait(catalog_->remove(*catalog_->find("removed"))).ok());
  EXPECT_TRUE(extent(removed).is_closed);
  for (const auto& stream : list()) EXPECT_TRUE(stream.disabled) << stream.table_name;
}

TEST_F(StreamLife, IsNotThatOfATableThatHadTheName) {
  create("T");
  const auto first = stream_of("T");
  ASSERT_TRUE(sync_wait(catalog_->remove(*catalog_->find("T"))).ok());
  create("T");
  EXPECT_NE(stream_of("T"), first);
  EXPECT_EQ(labels().size(), 2u);
}

TEST_F(StreamLife, IsAsItWasAfterARestart) {
  create("T");
  record_items("T", 1, 1);
  const auto stream = stream_of("T");
  restart();
  EXPECT_EQ(stream_of("T"), stream);
  record_items("T", 2, 2);
  EXPECT_EQ(read(stream).numbers(), (std::vector<int>{1, 2}));
}

// A table of a time before streams were recorded: its settings have no id.
TEST_F(StreamLife, BeginsWithTheNextChangeOfATableThatHasNoneThoughEnabled) {
  catalog_ = sync_wait(catalog::Catalog::open(*engine_)).value();
  create("T");
  EXPECT_EQ(stream_of("T"), keys::StreamId{});
  record_items("T", 1, 1);
  EXPECT_EQ(rows_of_streams(), 0u);
  restart();
  change("T", [](catalog::Table&) {});
  EXPECT_NE(stream_of("T"), keys::StreamId{});
  EXPECT_EQ(list().size(), 1u);
}

TEST_F(StreamLife, IsNotBegunByAChangeThatFails) {
  create("T", std::nullopt);
  const auto rows = rows_of_streams();
  const auto refuse = [](const catalog::Table&) -> Result<catalog::Table> {
    return Error::invalid_argument("no");
  };
  EXPECT_FALSE(sync_wait(catalog_->change("T", refuse)).ok());
  EXPECT_EQ(rows_of_streams(), rows);
}

}  // namespace
}  // namespace partita::streams
