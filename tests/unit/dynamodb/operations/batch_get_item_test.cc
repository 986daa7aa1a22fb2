#include "dynamodb/operations/batch_get_item.h"

#include <gtest/gtest.h>

#include "partita/base/executor.h"
#include "unit/store/transactions/test_store.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

api::KeysAndAttributes keys_of(const std::vector<Item>& keys) {
  api::KeysAndAttributes wanted;
  for (const Item& key : keys) wanted.keys.emplace_back(EncodedItem(key));
  return wanted;
}

class BatchGetItem : public ::testing::Test {
 protected:
  BatchGetItem() {
    store_.create(simple_table("T"));
    store_.create(TableBuilder("U").key("pk", 'S').sort("sk", 'N').build());
  }

  Result<api::BatchGetItemResponse> get(
      std::vector<std::pair<std::string, api::KeysAndAttributes>> items) {
    api::BatchGetItemRequest request;
    request.request_items = std::move(items);
    request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
    return sync_wait(batch_get_item(store_.context(), request));
  }

  TestStore store_;
};

TEST_F(BatchGetItem, ReadsItemsOfSeveralTablesAndPassesOverWhatIsNotThere) {
  const Item one{{"pk", "a"}, {"v", 1}};
  const Item two{{"pk", "b"}, {"sk", 2}};
  store_.put("T", one);
  store_.put("U", two);
  const auto answer = get({{"T", keys_of({{{"pk", "none"}}, {{"pk", "a"}}})},
                           {"U", keys_of({{{"pk", "b"}, {"sk", 2}}})}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  const auto& responses = *answer->responses;
  ASSERT_EQ(responses.size(), 2U);
  EXPECT_EQ(responses[0].first, "T");
  ASSERT_EQ(responses[0].second.size(), 1U);
  EXPECT_EQ(responses[0].second.at(0).to_item(), one);
  EXPECT_EQ(responses[1].second.at(0).to_item(), two);
  EXPECT_TRUE(answer->unprocessed_keys->empty());
}

TEST_F(BatchGetItem, ShowsOfEachTableWhatItsProjectionAsksFor) {
  store_.put("T", {{"pk", "a"}, {"v", 1}, {"w", 2}});
  auto wanted = keys_of({{{"pk", "a"}}});
  wanted.projection_expression = "w";
  const auto answer = get({{"T", wanted}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_EQ(answer->responses->at(0).second.at(0).to_item(), (Item{{"w", 2}}));
}

TEST_F(BatchGetItem, UnderstandsAttributesToGet) {
  store_.put("T", {{"pk", "a"}, {"v", 1}, {"w", 2}});
  auto wanted = keys_of({{{"pk", "a"}}});
  wanted.attributes_to_get = {"v", "absent"};
  const auto answer = get({{"T", wanted}});
  ASSERT_TRUE(answer.ok()) << message_of(answer);
  EXPECT_EQ(answer->responses->at(0).second.at(0).to_item(), (Item{{"v", 1}}));
}

TEST_F(BatchGetItem, RefusesOldAndNewParametersEvenForTwoTables) {
  auto modern = keys_of({{{"pk", "a"}}});
  modern.projection_expression = "v";
  auto old = keys_of({{{"pk", "b"}, {"sk", 1}}});
  old.attributes_to_get = {"v"};
  EXPECT_EQ(message_of(get({{"T", modern}, {"U", old}})),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} Expression parameters: "
            "{ProjectionExpression}");
}

TEST_F(BatchGetItem, ChargesEachItemByItself) {
  store_.put("T", {{"pk", "a"}, {"v", std::string(5'000, 'x')}});
  auto strong = keys_of({{{"pk", "a"}}, {{"pk", "none"}}});
  EXPECT_EQ(get({{"T", strong}})->consumed_capacity->at(0).capacity_units, 1.5);
  strong.consistent_read = true;
  const auto answer = get({{"T", strong}});
  EXPECT_EQ(answer->consumed_capacity->at(0).capacity_units, 3);
  EXPECT_EQ(answer->consumed_capacity->at(0).read_capacity_units, std::nullopt);
}

TEST_F(BatchGetItem, LeavesWhatIsBeyondSixteenMegabytesForTheNextRequest) {
  std::vector<Item> keys;
  for (int i = 0; i < 50; ++i) {
    const std::string pk = "item-" + std::to_string(i);
    store_.put("T", {{"pk", pk}, {"v", std::string(400'000, 'x')}});
    keys.push_back({{"pk", pk}});
  }
  auto wanted = keys_of(keys);
  wanted.projection_expression = "pk";
  wanted.consistent_read = true;
  const auto first = get({{"T", wanted}});
  ASSERT_TRUE(first.ok()) << message_of(first);
  EXPECT_EQ(first->responses->at(0).second.size(), 41U);
  const auto& rest = *first->unprocessed_keys;
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].first, "T");
  EXPECT_EQ(rest[0].second.keys.size(), 9U);
  EXPECT_EQ(rest[0].second.projection_expression, "pk");
  EXPECT_EQ(rest[0].second.consistent_read, true);
  const auto second = get(rest);
  ASSERT_TRUE(second.ok()) << message_of(second);
  EXPECT_EQ(second->responses->at(0).second.size(), 9U);
  EXPECT_TRUE(second->unprocessed_keys->empty());
}

// Counts how often work lets others go first, which it then does at once.
class CountingExecutor final : public Executor {
 public:
  void post(std::coroutine_handle<> work) override { work.resume(); }
  void post_after(std::chrono::nanoseconds, std::coroutine_handle<> work) override {
    work.resume();
  }
  void post_behind(std::coroutine_handle<> work) override {
    ++count;
    work.resume();
  }

  int count = 0;
};

class BatchGetItemBesideOthers : public BatchGetItem {
 protected:
  // How often others go first while forty items of this size are read.
  int turns_of_others(std::size_t item_bytes) {
    std::vector<Item> keys;
    for (int i = 0; i < 40; ++i) {
      store_.put("T", {{"pk", std::to_string(i)}, {"v", std::string(item_bytes, 'x')}});
      keys.push_back({{"pk", std::to_string(i)}});
    }
    CountingExecutor executor;
    const auto count_items = [&]() -> Detached {
      api::BatchGetItemRequest request;
      request.request_items = {{"T", keys_of(keys)}};
      const auto answer = co_await batch_get_item(store_.context(), request);
      EXPECT_TRUE(answer.ok() && answer->responses->at(0).second.size() == keys.size());
    };
    const ExecutorScope scope(executor);
    count_items();
    return executor.count;
  }
};

TEST_F(BatchGetItemBesideOthers, LetsThemGoFirstAfterEachPieceOfLargeItems) {
  EXPECT_GE(turns_of_others(300'000), 20);
}

TEST_F(BatchGetItemBesideOthers, DoesNotWaitWithSmallItems) {
  EXPECT_EQ(turns_of_others(1'000), 0);
}

TEST_F(BatchGetItem, RefusesOneKeyTwice) {
  EXPECT_EQ(message_of(get({{"T", keys_of({{{"pk", "a"}}, {{"pk", "a"}}})}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchGetItem, RefusesMoreThanAHundredKeysInAll) {
  std::vector<Item> some;
  std::vector<Item> more;
  for (int i = 0; i < 51; ++i) {
    some.push_back({{"pk", std::to_string(i)}});
    more.push_back({{"pk", std::to_string(i)}, {"sk", 1}});
  }
  EXPECT_EQ(message_of(get({{"T", keys_of(some)}, {"U", keys_of(more)}})),
            "Too many items requested for the BatchGetItem call");
}

TEST_F(BatchGetItem, RefusesAKeyThatDoesNotFitTheSchema) {
  EXPECT_EQ(message_of(get({{"T", keys_of({{{"pk", 5}}})}})),
            "The provided key element does not match the schema");
}

TEST_F(BatchGetItem, DoesNotFindATableThatIsNotThere) {
  const auto answer = get({{"Missing", keys_of({{{"pk", "a"}}})}});
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ResourceNotFound);
}

}  // namespace
}  // namespace partita::operations
