// Rollups at work in every way an item can be written: each write counts once, in its own commit,
// and one that is refused counts nothing.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "dynamodb/operations/batch_write_item.h"
#include "dynamodb/operations/delete_item.h"
#include "dynamodb/operations/put_item.h"
#include "dynamodb/operations/update_item.h"
#include "model/definition/read_model.h"
#include "modelled/enforcement/leftovers.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/rollups/rollup_builder.h"
#include "modelled/rollups/rollup_check.h"
#include "modelled/rollups/rollup_reader.h"
#include "store/expiry/sweeper.h"
#include "unit/store/transactions/transact_requests.h"

namespace partita::enforcement {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

constexpr std::string_view kCountedModel = R"(
format: 1
model: m
version: 1
tables: {t: {name: t, key: {partition: pk, sort: sk}}}
entities:
  Job:
    key: {pk: 'JOB#{id}', sk: DATA}
    attributes:
      id: {type: string}
      status: {type: enum, values: [open, done], default: open}
      cost: {type: int, min: 0}
      ends: {type: timestamp, encode: epoch_s}
  Note:
    key: {pk: 'NOTE#{noteId}', sk: LATEST}
    attributes:
      noteId: {type: string}
      text: {type: string}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    versioned:
      row: {pk: 'NOTE#{noteId}', sk: 'V#{version:04}'}
      number: version
      time: savedAt
      keep: 2
  Page:
    key: {pk: 'PAGE#{pageId}', sk: LATEST}
    attributes:
      pageId: {type: string}
      text: {type: string}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    versioned:
      row: {pk: 'PAGE#{pageId}', sk: 'V#{version:04}#{savedAt}'}
      number: version
      time: savedAt
      keep: 2
edges:
  Likes:
    from: {Job: fromId}
    to: {Note: toId}
    rows:
      - {pk: 'LIKE#{fromId}', sk: 'TO#{toId}'}
      - {pk: 'LIKED#{toId}', sk: 'BY#{fromId}'}
    attributes:
      weight: {type: int}
rollups:
  jobs:
    of: Job
    group_by: [status]
    measures: {n: count, cost: sum(cost), most: max(cost)}
    count_expired: keep
  living:
    of: Job
    measures: {n: count}
    count_expired: drop
  notes: {of: Note, measures: {n: count}}
  likes: {of: Likes, measures: {n: count, weight: sum(weight)}}
)";

class KeptRollups : public ::testing::Test {
 protected:
  KeptRollups() {
    store_.create(TableBuilder("t")
                      .key("pk", 'S')
                      .sort("sk", 'S')
                      .ttl("ends")
                      .global("ByWeight", {{"weight", 'N'}})
                      .build());
    attach();
    build();
  }

  void attach() {
    const auto model = model::load_model(kCountedModel, "m.yaml").value();
    rules_ = ModelRules::create(model, model->tables.front(), store_.catalog().find("t")->id,
                                {store_.catalog(), store_.clock(), random_})
                 .value();
    sync_wait(rules_->load(store_.engine())).value();
    sync_wait(store_.catalog().extend("t", rules_)).value();
  }
  model::Instant now() { return std::chrono::floor<model::Duration>(store_.clock().wall_now()); }
  void build() {
    using Builder = rollups::RollupBuilder;
    Builder builder(store_.engine(), *rules_->rollups());
    while (sync_wait(builder.build_some(now())).value() == Builder::Build::Continues) {
    }
  }

  static Item job(const std::string& id, const std::string& status, int cost) {
    return {{"pk", "JOB#" + id}, {"sk", "DATA"}, {"id", id}, {"status", status}, {"cost", cost}};
  }
  static Item job_key(const std::string& id) { return {{"pk", "JOB#" + id}, {"sk", "DATA"}}; }

  Status put(const Item& item) {
    api::PutItemRequest request;
    request.table_name = "t";
    request.item = EncodedItem(item);
    const auto answer = sync_wait(operations::put_item(store_.context(), request));
    return answer.ok() ? Status() : Status(answer.error());
  }
  Status erase(const Item& key) {
    api::DeleteItemRequest request;
    request.table_name = "t";
    request.key = EncodedItem(key);
    const auto answer = sync_wait(operations::delete_item(store_.context(), request));
    return answer.ok() ? Status() : Status(answer.error());
  }
  Status add_cost(const Item& key, int cost) {
    api::UpdateItemRequest request;
    request.table_name = "t";
    request.key = EncodedItem(key);
    request.update_expression = "ADD cost :c";
    request.expression_attribute_values = EncodedItem(Item{{":c", cost}});
    const auto answer = sync_wait(operations::update_item(store_.context(), request));
    return answer.ok() ? Status() : Status(answer.error());
  }

  // What edges are between.
  void put_ends() {
    for (const char* id : {"1", "2", "3", "4"}) {
      ASSERT_TRUE(put(job(id, "open", 0)).ok());
      ASSERT_TRUE(put({{"pk", std::string("NOTE#") + id}, {"sk", "LATEST"}, {"noteId", id}}).ok());
    }
  }

  // The measures of the only group, or of that with this value; none if there are no items.
  std::vector<std::string> measures(std::string_view rollup, std::optional<Value> group = {}) {
    const auto* plan = rules_->rollups()->find(rollup);
    const auto answer =
        sync_wait(rollups::read(store_.engine(), *plan, rollups::RollupQuery{})).value();
    std::vector<std::string> all;
    for (const auto& row : answer.rows) {
      if (group && row.group.front() != *group) continue;
      for (const auto& value : row.measures) all.push_back(value ? value->to_string() : "null");
    }
    return all;
  }
  // What a recount of the items finds wrong, of all rollups.
  std::string differences() {
    std::string all;
    const auto moment = store_.engine().snapshot();
    for (const auto& plan : rules_->rollups()->plans()) {
      const auto found =
          sync_wait(rollups::find_differences(*moment, *rules_->rollups(), plan, now())).value();
      for (const std::string& sentence : found) all += sentence + "\n";
    }
    return all;
  }

  using Measures = std::vector<std::string>;
  SystemRandom random_;
  TestStore store_{engine::open_memory_engine(&rollups::rollup_kind)};
  std::shared_ptr<const ModelRules> rules_;
};

TEST_F(KeptRollups, CountEveryWriteOnce) {
  ASSERT_TRUE(put(job("1", "open", 5)).ok());
  ASSERT_TRUE(put(job("2", "open", 7)).ok());
  EXPECT_EQ(measures("jobs", Value("open")), (Measures{"2", "12", "7"}));
  ASSERT_TRUE(put(job("2", "done", 7)).ok());
  ASSERT_TRUE(add_cost(job_key("1"), 3).ok());
  EXPECT_EQ(measures("jobs", Value("open")), (Measures{"1", "8", "8"}));
  EXPECT_EQ(measures("jobs", Value("done")), (Measures{"1", "7", "7"}));
  ASSERT_TRUE(erase(job_key("2")).ok());
  EXPECT_EQ(measures("jobs", Value("done")), Measures());
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, CountWhatTheModelFillsIn) {
  Item item = job("1", "open", 1);
  item.erase("status");
  ASSERT_TRUE(put(item).ok());
  EXPECT_EQ(measures("jobs", Value("open")), (Measures{"1", "1", "1"}));
}

TEST_F(KeptRollups, CountTheMembersOfTransactionsAndBatchesOnceEach) {
  ASSERT_TRUE(
      transact(store_, {put_action("t", job("1", "open", 1)), put_action("t", job("2", "open", 2))})
          .ok());
  api::BatchWriteItemRequest batch;
  auto& requests = batch.request_items.emplace_back("t", std::vector<api::WriteRequest>()).second;
  for (const char* id : {"3", "4"}) {
    requests.emplace_back().put_request.emplace().item = EncodedItem(job(id, "open", 3));
  }
  ASSERT_TRUE(sync_wait(operations::batch_write_item(store_.context(), batch)).ok());
  EXPECT_EQ(measures("jobs", Value("open")), (Measures{"4", "9", "3"}));
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, CountNothingOfAWriteThatIsRefused) {
  EXPECT_FALSE(put(job("1", "open", -1)).ok());
  EXPECT_FALSE(put(job("1", "lost", 1)).ok());
  const auto refused = transact(
      store_, {put_action("t", job("2", "open", 1)), put_action("t", job("3", "open", -1))});
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(measures("jobs"), Measures());
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, TakeAnExpiredItemForOneThatIsGoneOnlyIfTheModelSaysSo) {
  Item item = job("1", "open", 4);
  item.set("ends", Number(now().time_since_epoch().count() / 1000 - 60));
  ASSERT_TRUE(put(item).ok());
  EXPECT_EQ(measures("living"), Measures{"1"});
  const auto calendar =
      sync_wait(calendar::Calendar::open(store_.engine(), store_.clock())).value();
  expiry::Sweeper sweeper(store_.engine(), store_.catalog(), *calendar, {});
  EXPECT_EQ(sweeper.sweep_once().value().items_deleted, 1U);
  EXPECT_EQ(measures("jobs", Value("open")), (Measures{"1", "4", "4"}));
  EXPECT_EQ(measures("living"), Measures{"0"});
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, CountAVersionedItemOnceHoweverManyVersionsItHas) {
  for (const char* text : {"a", "b", "c", "d"}) {
    ASSERT_TRUE(put({{"pk", "NOTE#1"}, {"sk", "LATEST"}, {"noteId", "1"}, {"text", text}}).ok());
  }
  EXPECT_EQ(measures("notes"), Measures{"1"});
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, DropVersionsBeyondThoseToKeep) {
  for (const char* text : {"a", "b", "c", "d"}) {
    ASSERT_TRUE(put({{"pk", "NOTE#1"}, {"sk", "LATEST"}, {"noteId", "1"}, {"text", text}}).ok());
  }
  const auto version = [&](const std::string& number) {
    return store_.get("t", {{"pk", "NOTE#1"}, {"sk", "V#" + number}});
  };
  EXPECT_FALSE(version("0001"));
  EXPECT_FALSE(version("0002"));
  ASSERT_TRUE(version("0003"));
  EXPECT_EQ(*version("0003")->find("text"), Value("c"));
  ASSERT_TRUE(version("0004"));
  EXPECT_EQ(*store_.get("t", {{"pk", "NOTE#1"}, {"sk", "LATEST"}})->find("version"), Value(4));
}

TEST_F(KeptRollups, DropVersionsWhoseKeysHaveTheirTime) {
  for (const char* text : {"a", "b", "c", "d"}) {
    ASSERT_TRUE(put({{"pk", "PAGE#1"}, {"sk", "LATEST"}, {"pageId", "1"}, {"text", text}}).ok());
    store_.clock().advance(std::chrono::seconds(1));
  }
  // The latest row and two versions.
  const auto items = keys::index_range(store_.catalog().find("t")->id, keys::IndexId::Base);
  EXPECT_EQ(store_.keys_in(items).size(), 3U);
}

TEST_F(KeptRollups, CountAnEdgeOnceWhicheverOfItsRowsIsWritten) {
  const Item row{{"pk", "LIKE#1"}, {"sk", "TO#2"}, {"fromId", "1"}, {"toId", "2"}, {"weight", 5}};
  const Item mirror{
      {"pk", "LIKED#4"}, {"sk", "BY#3"}, {"fromId", "3"}, {"toId", "4"}, {"weight", 7}};
  put_ends();
  ASSERT_TRUE(put(row).ok());
  ASSERT_TRUE(put(mirror).ok());
  EXPECT_EQ(measures("likes"), (Measures{"2", "12"}));
  EXPECT_EQ(differences(), "");
  ASSERT_TRUE(erase({{"pk", "LIKED#2"}, {"sk", "BY#1"}}).ok());
  EXPECT_EQ(measures("likes"), (Measures{"1", "7"}));
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, CountAnEdgeOnceIfATransactionWritesBothOfItsRows) {
  const Item row{{"pk", "LIKE#1"}, {"sk", "TO#2"}, {"fromId", "1"}, {"toId", "2"}, {"weight", 5}};
  const Item mirror{
      {"pk", "LIKED#2"}, {"sk", "BY#1"}, {"fromId", "1"}, {"toId", "2"}, {"weight", 5}};
  put_ends();
  ASSERT_TRUE(transact(store_, {put_action("t", mirror), put_action("t", row)}).ok());
  EXPECT_EQ(measures("likes"), (Measures{"1", "5"}));
  EXPECT_EQ(differences(), "");
}

// The second row finds what the first has written of it: in the sums, the index and the count.
TEST_F(KeptRollups, AgreeWithTheIndexIfATransactionWritesRowsOfAnEdgeThatDiffer) {
  const Item row{{"pk", "LIKE#1"}, {"sk", "TO#2"}, {"fromId", "1"}, {"toId", "2"}, {"weight", 5}};
  Item mirror{{"pk", "LIKED#2"}, {"sk", "BY#1"}, {"fromId", "1"}, {"toId", "2"}, {"weight", 7}};
  put_ends();
  const auto table = store_.catalog().find("t");
  const auto items_before =
      store_.catalog().statistics().counts_of(table->id, keys::IndexId::Base).items;
  ASSERT_TRUE(transact(store_, {put_action("t", row), put_action("t", mirror)}).ok());
  EXPECT_EQ(measures("likes"), (Measures{"1", "7"}));
  EXPECT_EQ(differences(), "");
  EXPECT_EQ(store_.keys_in(keys::index_range(table->id, table->indexes[0].id)).size(), 2U);
  EXPECT_EQ(store_.catalog().statistics().counts_of(table->id, keys::IndexId::Base).items,
            items_before + 2);
}

// Sums are merged, so writers of one group neither wait for each other nor lose anything.
TEST_F(KeptRollups, StayExactWithManyWritersOfOneGroup) {
  constexpr int kWriters = 8;
  constexpr int kWrites = 250;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([this, writer] {
      const auto id = std::to_string(writer);
      EXPECT_TRUE(put(job(id, "open", 0)).ok());
      for (int i = 0; i < kWrites; ++i) EXPECT_TRUE(add_cost(job_key(id), 1).ok());
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(measures("jobs", Value("open")),
            (Measures{std::to_string(kWriters), std::to_string(kWriters * kWrites),
                      std::to_string(kWrites)}));
  EXPECT_EQ(differences(), "");
}

TEST_F(KeptRollups, AreErasedWithTheRulesThatKeptThem) {
  ASSERT_TRUE(put(job("1", "open", 5)).ok());
  const auto table = store_.catalog().find("t")->id;
  const auto rows = [&] { return store_.keys_in(rollups::table_rollups_range(table)).size(); };
  const auto kept = rows();
  ASSERT_GT(kept, 0U);
  ASSERT_TRUE(sync_wait(erase_leftovers(store_.engine(), table, rules_.get())).ok());
  EXPECT_EQ(rows(), kept);
  ASSERT_TRUE(sync_wait(erase_leftovers(store_.engine(), table, nullptr)).ok());
  EXPECT_EQ(rows(), 0U);
}

}  // namespace
}  // namespace partita::enforcement
