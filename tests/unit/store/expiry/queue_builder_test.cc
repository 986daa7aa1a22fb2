#include "store/expiry/queue_builder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/expiry/expired_items.h"
#include "unit/store/expiry/ttl_store.h"

namespace partita::expiry {
namespace {

using testing::simple_table;
using testing::TtlStore;

class TtlQueueBuilder : public ::testing::Test {
 protected:
  TtlQueueBuilder() { store_.create(simple_table("T")); }

  void put_items(int count) {
    for (int i = 0; i < count; ++i) store_.put_expiring(fmt::format("item-{}", i), 10);
  }
  QueueBuilder builder() { return {store_.engine(), store_.catalog(), store_.clock()}; }
  static std::size_t build(QueueBuilder& builder, std::size_t items_max = 1000) {
    return sync_wait(builder.build_some(items_max)).value();
  }

  TtlStore store_;
};

TEST_F(TtlQueueBuilder, ProgressIsReadBackAsItWas) {
  const QueueProgress progress{.attribute = "expires",
                               .switched_at_ms = 1'700'000'000'123,
                               .is_complete = false,
                               .last_key = Bytes("\x02\x00key", 5)};
  EXPECT_EQ(decode_queue_progress(encode(progress)).value(), progress);
  EXPECT_FALSE(decode_queue_progress("").ok());
  EXPECT_FALSE(decode_queue_progress(ByteView(encode(progress)).substr(0, 15)).ok());
}

// Stored: these bytes may never change.
TEST_F(TtlQueueBuilder, ProgressHasItsBytes) {
  const QueueProgress progress{
      .attribute = "ttl", .switched_at_ms = 0x102, .is_complete = true, .last_key = "key"};
  EXPECT_EQ(encode(progress), Bytes("\1\0\0\0\0\0\0\1\2\1\0\3", 12) + "ttlkey");
}

TEST_F(TtlQueueBuilder, QueuesTheItemsThatWereThereBeforeTtl) {
  put_items(7);
  store_.put("T", {{"pk", "forever"}});
  store_.put_expiring("too old", -6 * 365 * 86'400);
  EXPECT_EQ(store_.queue_size(), 0U);
  store_.switch_ttl("expires");
  auto builder = this->builder();
  EXPECT_EQ(build(builder), 9U);
  EXPECT_EQ(store_.queue_size(), 7U);
  EXPECT_EQ(build(builder), 0U);
}

TEST_F(TtlQueueBuilder, LooksAtNoMoreThanItMayAndGoesOnAfterARestart) {
  put_items(25);
  store_.switch_ttl("expires");
  auto first = builder();
  EXPECT_EQ(build(first, 10), 10U);
  auto second = builder();
  EXPECT_EQ(build(second, 10), 10U);
  auto third = builder();
  EXPECT_EQ(build(third, 10), 5U);
  EXPECT_EQ(store_.queue_size(), 25U);
  auto fourth = builder();
  EXPECT_EQ(build(fourth, 10), 0U);
}

TEST_F(TtlQueueBuilder, BuildsAnewWhenTtlIsSwitchedOnAgain) {
  store_.switch_ttl("expires");
  auto builder = this->builder();
  EXPECT_EQ(build(builder), 0U);
  store_.switch_ttl("");
  put_items(3);
  store_.switch_ttl("expires");  // Before anybody has looked.
  EXPECT_EQ(build(builder), 3U);
  EXPECT_EQ(store_.queue_size(), 3U);
}

TEST_F(TtlQueueBuilder, ForgetsTablesThatAreGoneOrHaveTtlOff) {
  store_.switch_ttl("expires");
  auto builder = this->builder();
  const auto progress = [&] {
    return store_.keys_in(keys::prefix_range(keys::metadata_key("ttl-queue/"))).size();
  };
  build(builder);
  EXPECT_EQ(progress(), 1U);
  store_.switch_ttl("");
  build(builder);
  EXPECT_EQ(progress(), 0U);
}

TEST_F(TtlQueueBuilder, ItsEntriesExpireItems) {
  put_items(5);
  store_.switch_ttl("expires");
  auto builder = this->builder();
  build(builder);
  store_.clock().advance(std::chrono::seconds(11));
  ExpiredItems expired(store_.engine(), store_.catalog(), store_.clock());
  EXPECT_EQ(sync_wait(expired.work_off(100)).value().deleted, 5U);
  EXPECT_FALSE(store_.has("item-0"));
}

}  // namespace
}  // namespace partita::expiry
