#include <gtest/gtest.h>

#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/update_item.h"
#include "partita/base/varint.h"
#include "store/items/item_collection.h"
#include "store/keys/collection_keys.h"
#include "store/lifecycle/table_lifecycle.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test
using api::Exception;

const Item kKey{{"pk", "a"}, {"sk", "1"}};
const Item kItem{{"pk", "a"}, {"sk", "1"}, {"day", "x"}};
const Item kNeighbour{{"pk", "a"}, {"sk", "2"}};
// The item and its entry.
constexpr std::int64_t kItemBytes = 2 * 10;

// A table with a local index, and collections that are told to be as large as a test wants.
class ItemCollectionLimit : public ::testing::Test {
 protected:
  ItemCollectionLimit() {
    store_.create(
        TableBuilder("L").key("pk", 'S').sort("sk", 'S').local("byDay", {"day", 'S'}).build());
  }

  // REQUIRES: nothing has been written to the collection.
  void pretend(std::int64_t bytes) {
    Bytes value;
    append_signed(value, bytes);
    const auto table = store_.catalog().find("L");
    const auto transaction = store_.engine().begin();
    transaction->put(keys::collection_key(items::key_of_stored(*table, EncodedItem(kKey).view())),
                     value);
    ASSERT_TRUE(sync_wait(transaction->commit()).ok());
  }

  template <typename Request>
  static Request on_table() {
    Request request;
    request.table_name = "L";
    request.return_item_collection_metrics = api::ReturnItemCollectionMetrics::Size;
    return request;
  }
  Result<api::PutItemResponse> put(const Item& item) {
    auto request = on_table<api::PutItemRequest>();
    request.item = EncodedItem(item);
    return sync_wait(put_item(store_.context(), request));
  }
  Result<api::UpdateItemResponse> update(const Item& key, const std::string& expression) {
    auto request = on_table<api::UpdateItemRequest>();
    request.key = EncodedItem(key);
    request.update_expression = expression;
    return sync_wait(update_item(store_.context(), request));
  }
  Result<api::DeleteItemResponse> erase(const Item& key) {
    auto request = on_table<api::DeleteItemRequest>();
    request.key = EncodedItem(key);
    return sync_wait(delete_item(store_.context(), request));
  }

  template <typename T>
  static void expect_too_large(const Result<T>& answer) {
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(api::exception_of(answer.error()), Exception::ItemCollectionSizeLimitExceeded);
    EXPECT_EQ(answer.error().message(), "Collection size exceeded.");
  }
  template <typename Response>
  static std::vector<double> range_of(const Result<Response>& answer) {
    EXPECT_TRUE(answer.ok()) << message_of(answer);
    return answer->item_collection_metrics->size_estimate_range_gb;
  }

  TestStore store_;
};

TEST_F(ItemCollectionLimit, IsTenGigabytesWithLocalEntries) {
  pretend(items::kCollectionBytesMax - kItemBytes + 1);
  expect_too_large(put(kItem));
  EXPECT_EQ(store_.get("L", kKey), std::nullopt);
  EXPECT_TRUE(put(Item{{"pk", "b"}, {"sk", "1"}}).ok()) << "another collection has room";
}

TEST_F(ItemCollectionLimit, CanBeReachedExactly) {
  pretend(items::kCollectionBytesMax - kItemBytes);
  EXPECT_EQ(range_of(put(kItem)), (std::vector<double>{10, 11}));
  expect_too_large(put(kNeighbour));
}

TEST_F(ItemCollectionLimit, LetsItemsBecomeSmallerAndGo) {
  put(kItem).value();
  update(kKey, "SET v = sk").value();
  pretend(items::kCollectionBytesMax + 1000);
  expect_too_large(update(kKey, "SET w = sk"));
  EXPECT_TRUE(update(kKey, "SET v = sk").ok()) << "nothing grows";
  EXPECT_TRUE(update(kKey, "REMOVE v").ok());
  EXPECT_EQ(range_of(erase(kKey)), (std::vector<double>{10, 11}));
  EXPECT_EQ(store_.get("L", kKey), std::nullopt);
}

TEST_F(ItemCollectionLimit, IsApproachedInWholeGigabytes) {
  constexpr std::int64_t kGigabyte = std::int64_t{1} << 30;
  EXPECT_EQ(range_of(put(kItem)), (std::vector<double>{0, 1}));
  pretend(3 * kGigabyte - 1);
  EXPECT_EQ(range_of(put(kItem)), (std::vector<double>{2, 3}));
  EXPECT_EQ(range_of(update(kKey, "SET v = sk")), (std::vector<double>{3, 4}));
}

TEST_F(ItemCollectionLimit, FailsABatchAsAWhole) {
  pretend(items::kCollectionBytesMax);
  api::WriteRequest write;
  write.put_request.emplace().item = EncodedItem(kItem);
  api::WriteRequest elsewhere;
  elsewhere.put_request.emplace().item = EncodedItem(Item{{"pk", "b"}, {"sk", "1"}});
  api::BatchWriteItemRequest request;
  request.request_items = {{"L", {elsewhere, write}}};
  expect_too_large(sync_wait(batch_write_item(store_.context(), request)));
  EXPECT_EQ(store_.get("L", Item{{"pk", "b"}, {"sk", "1"}}), std::nullopt);
}

TEST_F(ItemCollectionLimit, CancelsATransactionForTheItemsThatGrow) {
  store_.put("L", kNeighbour);
  pretend(items::kCollectionBytesMax);
  const auto answer =
      transact(store_, {put_action("L", {{"pk", "b"}, {"sk", "1"}}), put_action("L", kItem),
                        check_action("L", kNeighbour, "attribute_exists(pk)")});
  EXPECT_EQ(codes_of(answer), "[None, ItemCollectionSizeLimitExceeded, None]");
  EXPECT_EQ(reasons_of(answer)[1].message, "Collection size exceeded.");
  EXPECT_EQ(store_.get("L", kKey), std::nullopt);
}

TEST_F(ItemCollectionLimit, CountsWhatATransactionDoesAsAWhole) {
  const Item large{{"pk", "a"}, {"sk", "2"}, {"v", std::string(100, 'x')}};
  store_.put("L", large);
  pretend(items::kCollectionBytesMax);
  const auto answer = transact(store_, {put_action("L", kItem), delete_action("L", kNeighbour)});
  EXPECT_TRUE(answer.ok()) << message_of(answer);
}

TEST_F(ItemCollectionLimit, IsForgottenWithTheTable) {
  const auto sizes = keys::space_range(keys::Space::ItemCollections);
  put(kItem).value();
  EXPECT_EQ(store_.keys_in(sizes).size(), 1U);
  const auto deleting = [](const catalog::Table& table) -> Result<catalog::Table> {
    catalog::Table changed = table;
    changed.state = catalog::TableState::Deleting;
    return changed;
  };
  const auto table = sync_wait(store_.catalog().change("L", deleting)).value();
  const Status finished =
      sync_wait(lifecycle::finish_deletion(store_.engine(), store_.catalog(), *table));
  ASSERT_TRUE(finished.ok());
  EXPECT_TRUE(store_.keys_in(sizes).empty());
}

}  // namespace
}  // namespace partita::operations
