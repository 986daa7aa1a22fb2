// How a change of an item gets into the stream of its table.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "partita/value/encoded_item.h"
#include "store/items/item_change.h"
#include "store/items/item_key.h"
#include "store/streams/stream_reader.h"
#include "support/table_builder.h"

namespace partita::items {
namespace {

using partita::testing::TableBuilder;

const Item kOld{{"pk", "a"}, {"g", "red"}, {"v", 1}};
const Item kNew{{"pk", "a"}, {"g", "blue"}, {"v", 2}};
const WallTime kTime{std::chrono::seconds(1'800'000'000)};

class ItemStream : public ::testing::Test {
 protected:
  ItemStream() {
    table_ = TableBuilder("T").key("pk", 'S').global("byGroup", {{"g", 'S'}}).stream().build();
    table_.settings.stream->id = keys::StreamId{7};
  }

  void apply(const std::optional<Item>& before, const std::optional<Item>& after,
             bool is_expiry = false) {
    const std::optional<EncodedItem> old_item = encoded(before);
    const std::optional<EncodedItem> new_item = encoded(after);
    const Bytes key = key_of_stored(table_, EncodedItem(before ? *before : *after).view());
    const auto transaction = engine_->begin();
    const ItemChange change{.table = table_,
                            .key = key,
                            .before = view_of(old_item),
                            .after = view_of(new_item),
                            .time = kTime,
                            .is_expiry = is_expiry};
    effect_of(change);
    buffer_change(*transaction, change);
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }

  std::size_t count_records() {
    std::size_t count = 0;
    const auto visit = [&](std::uint64_t, const streams::ChangeRecord& record) {
      ++count;
      EXPECT_EQ(record.time, kTime);
      last_is_expiry_ = record.is_expiry;
      last_old_ = plain(record.old_image);
      last_new_ = plain(record.new_image);
    };
    EXPECT_TRUE(
        sync_wait(streams::read_records(*engine_, {.stream = keys::StreamId{7}}, visit)).ok());
    return count;
  }

  static std::optional<EncodedItem> encoded(const std::optional<Item>& item) {
    return item ? std::optional(EncodedItem(*item)) : std::nullopt;
  }
  static std::optional<ItemView> view_of(const std::optional<EncodedItem>& item) {
    return item ? std::optional(item->view()) : std::nullopt;
  }
  static std::optional<Item> plain(const std::optional<ItemView>& image) {
    return image ? std::optional(image->to_item()) : std::nullopt;
  }

  catalog::Table table_;
  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  bool last_is_expiry_ = false;
  std::optional<Item> last_old_;
  std::optional<Item> last_new_;
};

TEST_F(ItemStream, HasOneRecordForAChangeWhateverHangsOnTheItem) {
  apply(kOld, kNew);
  EXPECT_EQ(count_records(), 1u);
  EXPECT_EQ(last_old_, kOld);
  EXPECT_EQ(last_new_, kNew);
  EXPECT_FALSE(last_is_expiry_);
}

// AWS: "If you perform a PutItem or UpdateItem operation that does not change any data in an item,
// DynamoDB Streams does not write a stream record for that operation." (Streams)
TEST_F(ItemStream, HasNoRecordForAWriteThatChangesNothing) {
  apply(kOld, kOld);
  EXPECT_EQ(count_records(), 0u);
  const auto transaction = engine_->begin();
  buffer_change(*transaction,
                {.table = table_, .key = "key", .before = {}, .after = {}, .time = kTime});
  ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  EXPECT_EQ(count_records(), 0u);
}

TEST_F(ItemStream, KnowsAnExpiry) {
  apply(kOld, {}, /*is_expiry=*/true);
  EXPECT_EQ(count_records(), 1u);
  EXPECT_TRUE(last_is_expiry_);
  EXPECT_EQ(last_new_, std::nullopt);
}

TEST_F(ItemStream, IsNotWrittenOnceItIsDisabled) {
  table_.settings.stream->is_enabled = false;
  apply(kOld, kNew);
  EXPECT_EQ(count_records(), 0u);
}

}  // namespace
}  // namespace partita::items
