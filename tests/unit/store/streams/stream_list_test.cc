#include "store/streams/stream_list.h"

#include "unit/store/streams/stream_store.h"

namespace partita::streams {
namespace {

using StreamList = StreamStore;

TEST_F(StreamList, FindsAStreamByTableAndLabel) {
  create("T");
  const std::string label = catalog_->find("T")->settings.stream->label;
  const auto found = sync_wait(find_stream(*engine_, "T", label)).value();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, stream_of("T"));
  EXPECT_FALSE(sync_wait(find_stream(*engine_, "T", label + "0")).value());
  EXPECT_FALSE(sync_wait(find_stream(*engine_, "U", label)).value());
}

TEST_F(StreamList, GoesPageByPageThroughAllStreams) {
  for (const char* name : {"b", "a", "c"}) create(name);
  disable("b");
  enable("b");
  std::vector<std::string> found;
  ListRequest request{.streams_max = 2};
  std::string table_name;
  std::string label;
  for (bool has_more = true; has_more;) {
    const auto page = sync_wait(list_streams(*engine_, request)).value();
    ASSERT_FALSE(page.streams.empty());
    for (const auto& stream : page.streams) found.push_back(stream.table_name);
    table_name = page.streams.back().table_name;
    label = page.streams.back().label;
    request.after = StreamName{table_name, label};
    has_more = page.has_more;
  }
  EXPECT_EQ(found, (std::vector<std::string>{"a", "b", "b", "c"}));
}

TEST_F(StreamList, ShowsThoseOfOneTable) {
  for (const char* name : {"orders", "orders-2", "order", "orders.x"}) create(name);
  const auto streams = list({.table_name = "orders"});
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].table_name, "orders");
  EXPECT_TRUE(list({.table_name = "nothing"}).empty());
}

TEST_F(StreamList, GoesOnAfterAStreamThatIsGoneOrOfAnotherTable) {
  create("a");
  create("b");
  EXPECT_EQ(list({.after = StreamName{"a", "9"}}).at(0).table_name, "b");
  EXPECT_EQ(list({.table_name = "b", .after = StreamName{"a", "9"}}).size(), 1u);
  EXPECT_TRUE(list({.table_name = "a", .after = StreamName{"b", "0"}}).empty());
}

TEST_F(StreamList, NamesTheStreamThatCannotBeRead) {
  create("T");
  const auto transaction = engine_->begin();
  transaction->put(descriptor_key("T", "damaged"), "damaged");
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  const auto found = sync_wait(find_stream(*engine_, "T", "damaged"));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().kind(), ErrorKind::Corrupt);
  EXPECT_TRUE(found.error().message().starts_with("stream T/damaged: "));
}

}  // namespace
}  // namespace partita::streams
