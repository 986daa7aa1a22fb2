#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "dynamodb/operations/batch_get_item.h"
#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/get_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/query.h"
#include "dynamodb/operations/scan.h"
#include "dynamodb/operations/tag_resource.h"
#include "dynamodb/operations/transact_get_items.h"
#include "dynamodb/operations/transact_write_items.h"
#include "dynamodb/operations/update_table.h"
#include "store/catalog/table_name.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using api::Exception;

constexpr std::string_view kTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing "
    "your provisioning level with the UpdateTable API.";

// The table `orders` with pk and sk, and a clock that only the test moves.
class Throttling : public TableFixture {
 protected:
  Throttling() { throttle(true); }

  void throttle(bool throttles_all) {
    throughput_.emplace(clock_, throttles_all);
    context_->throughput = &*throughput_;
  }
  void make(const api::CreateTableRequest& request) {
    ASSERT_TRUE(sync_wait(create_table(*context_, request)).ok());
    work();
  }
  static Item item(const std::string& pk, std::size_t bytes = 0) {
    return {{"pk", pk}, {"sk", "s"}, {"v", std::string(bytes, 'x')}};
  }
  Result<api::PutItemResponse> put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "orders";
    request.item = EncodedItem(item);
    return sync_wait(put_item(*context_, request));
  }
  Result<api::GetItemResponse> get(const std::string& pk, bool is_consistent = false) {
    api::GetItemRequest request;
    request.table_name = "orders";
    request.key = EncodedItem(Item{{"pk", pk}, {"sk", "s"}});
    request.consistent_read = is_consistent;
    return sync_wait(get_item(*context_, request));
  }
  void update(const api::UpdateTableRequest& request) {
    ASSERT_TRUE(sync_wait(update_table(*context_, request)).ok());
    work();
  }
  void tag(const std::string& value) {
    api::TagResourceRequest request;
    request.resource_arn = catalog::table_arn("orders");
    request.tags = {{"partita:throttle", value}};
    ASSERT_TRUE(sync_wait(tag_resource(*context_, request)).ok());
  }
  // With a global index `byColour` of these units.
  static api::CreateTableRequest indexed(std::int64_t table_units, std::int64_t index_units) {
    auto request = provisioned(table_units);
    request.attribute_definitions->push_back({"colour", api::ScalarAttributeType::S});
    api::GlobalSecondaryIndex index;
    index.index_name = "byColour";
    index.key_schema = {{"colour", api::KeyType::Hash}};
    index.projection.projection_type = api::ProjectionType::All;
    index.provisioned_throughput = {index_units, index_units};
    request.global_secondary_indexes.emplace().push_back(index);
    return request;
  }
  template <typename Answer>
  static void expect_throttled(const Answer& answer, Exception exception, std::string_view reason) {
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(api::exception_of(answer.error()), exception) << answer.error().message();
    const auto* failure = answer.error().template detail<api::ApiFailure>();
    ASSERT_NE(failure, nullptr);
    ASSERT_EQ(failure->throttling.size(), 1U);
    EXPECT_EQ(failure->throttling[0].reason, reason);
  }

  std::optional<throughput::ThroughputGate> throughput_;
};

TEST_F(Throttling, IsOffUnlessItIsAskedFor) {
  throttle(false);
  make(provisioned(1));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(put(item("a", 300'000)).ok());
}

TEST_F(Throttling, LetsFiveMinutesOfUnusedUnitsThroughAtOnce) {
  make(provisioned(1));
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(put(item("a")).ok()) << i;
  const auto refused = put(item("a"));
  expect_throttled(refused, Exception::ProvisionedThroughputExceeded,
                   "TableWriteProvisionedThroughputExceeded");
  EXPECT_EQ(refused.error().message(), kTableText);
  clock_.advance(std::chrono::seconds(1));
  EXPECT_TRUE(put(item("a")).ok());
  EXPECT_FALSE(put(item("a")).ok());
}

TEST_F(Throttling, CountsReadsAndWritesApart) {
  make(provisioned(1));
  ASSERT_TRUE(put(item("a", 350'000)).ok());
  EXPECT_FALSE(put(item("b")).ok());
  EXPECT_TRUE(get("a").ok());
}

TEST_F(Throttling, ChargesReadsForWhatTheyHaveRead) {
  make(provisioned(1));
  ASSERT_TRUE(put(item("a", 300'000)).ok());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(get("a", true).ok()) << i;
  expect_throttled(get("a", true), Exception::ProvisionedThroughputExceeded,
                   "TableReadProvisionedThroughputExceeded");
}

TEST_F(Throttling, RefusesQueryAndScanInTheSameWay) {
  make(provisioned(1));
  for (int i = 0; i < 600; ++i) ASSERT_TRUE(get("none").ok());
  api::ScanRequest scanned;
  scanned.table_name = "orders";
  expect_throttled(sync_wait(scan(*context_, scanned)), Exception::ProvisionedThroughputExceeded,
                   "TableReadProvisionedThroughputExceeded");
  api::QueryRequest queried;
  queried.table_name = "orders";
  queried.key_condition_expression = "pk = :p";
  queried.expression_attribute_values = EncodedItem(Item{{":p", "a"}});
  expect_throttled(sync_wait(query(*context_, queried)), Exception::ProvisionedThroughputExceeded,
                   "TableReadProvisionedThroughputExceeded");
}

TEST_F(Throttling, GivesMoreOnceTheTableIsProvisionedWithMore) {
  make(provisioned(1));
  ASSERT_TRUE(put(item("a", 310'000)).ok());
  ASSERT_FALSE(put(item("a")).ok());
  api::UpdateTableRequest request;
  request.table_name = "orders";
  request.provisioned_throughput = {1, 100};
  update(request);
  ASSERT_FALSE(put(item("a")).ok());
  clock_.advance(std::chrono::seconds(1));
  EXPECT_TRUE(put(item("a")).ok());
}

TEST_F(Throttling, ShowsHotKeysOfTablesThatHaveEnough) {
  make(provisioned(40'000));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(put(item("hot", 255'000)).ok()) << i;
  expect_throttled(put(item("hot")), Exception::ProvisionedThroughputExceeded,
                   "TableWriteKeyRangeThroughputExceeded");
  EXPECT_TRUE(put(item("cold")).ok());
  clock_.advance(std::chrono::seconds(1));
  EXPECT_TRUE(put(item("hot")).ok());
}

TEST_F(Throttling, HoldsWritesThatAnIndexHasNoUnitsFor) {
  make(indexed(10'000, 1));
  auto coloured = [&](const std::string& pk, std::size_t bytes) {
    Item result = item(pk, bytes);
    result.set("colour", Value("red"));
    return result;
  };
  ASSERT_TRUE(put(coloured("a", 310'000)).ok());
  const auto refused = put(coloured("b", 10));
  expect_throttled(refused, Exception::ProvisionedThroughputExceeded,
                   "IndexWriteProvisionedThroughputExceeded");
  EXPECT_FALSE(get("b")->item.has_value());
  EXPECT_TRUE(put(item("c")).ok()) << "what is not in the index does not need it";
}

TEST_F(Throttling, HoldsAnOnDemandTableToItsMaximum) {
  auto request = simple();
  request.on_demand_throughput.emplace().max_write_request_units = 1;
  make(request);
  ASSERT_TRUE(put(item("a", 310'000)).ok());
  const auto refused = put(item("b"));
  expect_throttled(refused, Exception::Throttling, "TableWriteMaxOnDemandThroughputExceeded");
  EXPECT_EQ(refused.error().message(),
            "Throughput exceeds the maximum OnDemandThroughput configured on table or index");
  EXPECT_TRUE(get("a").ok());
}

TEST_F(Throttling, TellsHotKeysOfAnOnDemandTableAsThrottling) {
  make(simple());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(put(item("hot", 255'000)).ok());
  const auto refused = put(item("hot"));
  expect_throttled(refused, Exception::Throttling, "TableWriteKeyRangeThroughputExceeded");
  EXPECT_NE(refused.error().message().find("check if you have a hot key"), std::string::npos);
}

TEST_F(Throttling, FollowsTheTagOfATable) {
  make(provisioned(1));
  ASSERT_TRUE(put(item("a", 310'000)).ok());
  tag("off");
  EXPECT_TRUE(put(item("a")).ok());
  tag("on");
  EXPECT_FALSE(put(item("a")).ok());
  throttle(false);
  ASSERT_TRUE(put(item("a", 310'000)).ok());
  EXPECT_FALSE(put(item("a")).ok());
}

api::WriteRequest put_of(const Item& item) {
  api::WriteRequest write;
  write.put_request.emplace().item = EncodedItem(item);
  return write;
}

TEST_F(Throttling, LeavesWhatABatchOfWritesHasNoUnitsFor) {
  make(provisioned(1));
  api::BatchWriteItemRequest request;
  std::vector<api::WriteRequest> writes;
  for (int i = 0; i < 5; ++i) writes.push_back(put_of(item(std::to_string(i), 102'000)));
  request.request_items = {{"orders", std::move(writes)}};
  const auto answer = sync_wait(batch_write_item(*context_, request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  ASSERT_EQ(answer->unprocessed_items->size(), 1U);
  EXPECT_EQ(answer->unprocessed_items->at(0).second.size(), 2U);
  EXPECT_TRUE(get("2")->item.has_value());
  EXPECT_FALSE(get("3")->item.has_value());
  expect_throttled(sync_wait(batch_write_item(*context_, request)),
                   Exception::ProvisionedThroughputExceeded,
                   "TableWriteProvisionedThroughputExceeded");
}

TEST_F(Throttling, LeavesMembersOfABatchThatOnlyAnIndexRefuses) {
  make(indexed(10'000, 1));
  Item coloured = item("a", 310'000);
  coloured.set("colour", Value("red"));
  ASSERT_TRUE(put(coloured).ok());
  coloured = item("b");
  coloured.set("colour", Value("red"));
  api::BatchWriteItemRequest request;
  request.request_items = {{"orders", {put_of(coloured), put_of(item("c"))}}};
  const auto answer = sync_wait(batch_write_item(*context_, request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  ASSERT_EQ(answer->unprocessed_items->size(), 1U);
  EXPECT_FALSE(get("b")->item.has_value());
  EXPECT_TRUE(get("c")->item.has_value());
}

TEST_F(Throttling, LeavesKeysThatABatchOfReadsHasNoUnitsFor) {
  make(provisioned(1));
  for (int i = 0; i < 590; ++i) ASSERT_TRUE(get("none").ok());
  api::KeysAndAttributes wanted;
  for (int i = 0; i < 30; ++i) {
    wanted.keys.emplace_back(EncodedItem(Item{{"pk", std::to_string(i)}, {"sk", "s"}}));
  }
  api::BatchGetItemRequest request;
  request.request_items = {{"orders", wanted}};
  const auto answer = sync_wait(batch_get_item(*context_, request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  ASSERT_EQ(answer->unprocessed_keys->size(), 1U);
  EXPECT_EQ(answer->unprocessed_keys->at(0).second.keys.size(), 20U);
  expect_throttled(sync_wait(batch_get_item(*context_, request)),
                   Exception::ProvisionedThroughputExceeded,
                   "TableReadProvisionedThroughputExceeded");
}

TEST_F(Throttling, CancelsTransactionsWithAReasonForEachAction) {
  make(provisioned(1));
  auto other = simple("others");
  make(other);
  ASSERT_TRUE(put(item("a", 310'000)).ok());
  api::TransactWriteItemsRequest request;
  for (const std::string table : {"others", "orders"}) {
    auto& action = request.transact_items.emplace_back();
    action.put.emplace().table_name = table;
    action.put->item = EncodedItem(item("t"));
  }
  const auto answer = sync_wait(transact_write_items(*context_, request));
  ASSERT_FALSE(answer.ok());
  const auto* failure = answer.error().detail<api::ApiFailure>();
  ASSERT_EQ(failure->exception, Exception::TransactionCanceled);
  EXPECT_EQ(failure->cancellations.at(0).code, "None");
  EXPECT_EQ(failure->cancellations.at(1).code, "ProvisionedThroughputExceeded");
  EXPECT_EQ(failure->cancellations.at(1).message, kTableText);
}

TEST_F(Throttling, CancelsTransactionsThatRead) {
  make(simple());
  for (int i = 0; i < 6'000; ++i) ASSERT_TRUE(get("hot").ok());
  api::TransactGetItemsRequest request;
  request.transact_items.emplace_back().get.table_name = "orders";
  request.transact_items.back().get.key = EncodedItem(Item{{"pk", "hot"}, {"sk", "s"}});
  const auto answer = sync_wait(transact_get_items(*context_, request));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().detail<api::ApiFailure>()->cancellations.at(0).code, "ThrottlingError");
}

TEST_F(Throttling, ChargesTransactionsTwice) {
  make(provisioned(1));
  api::TransactWriteItemsRequest request;
  request.transact_items.emplace_back().put.emplace().table_name = "orders";
  request.transact_items.back().put->item = EncodedItem(item("t", 155'000));
  ASSERT_TRUE(sync_wait(transact_write_items(*context_, request)).ok());
  EXPECT_FALSE(put(item("a")).ok());
}

}  // namespace
}  // namespace partita::operations
