#include "store/recovery/table_restore.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "store/lifecycle/table_lifecycle.h"
#include "unit/store/history/recorded_store.h"

namespace partita::recovery {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

constexpr int kItems = 2500;

class TableRestoring : public ::testing::Test {
 protected:
  TableRestoring() {
    auto table = TableBuilder("tab").key("pk", 'S').global("byColour", {{"colour", 'S'}}).build();
    table.settings.billing_mode = api::BillingMode::PayPerRequest;
    store_.create_recorded(std::move(table));
    for (int i = 0; i < kItems; ++i) {
      store_.put("tab", {{"pk", fmt::format("{}", i)}, {"colour", i % 2 == 0 ? "red" : "blue"}});
    }
    moment_ = store_.now() + 1;
    store_.clock().advance(std::chrono::seconds(1));
    for (int i = 0; i < kItems; i += 3) store_.erase("tab", {{"pk", fmt::format("{}", i)}});
    for (int i = 1; i < kItems; i += 3) {
      store_.put("tab", {{"pk", fmt::format("{}", i)}, {"colour", "green"}});
    }
    api::RestoreTableToPointInTimeRequest request;
    request.source_table_name = "tab";
    request.target_table_name = "then";
    request.restore_date_time = history::to_timestamp(moment_);
    const auto answer = sync_wait(operations::restore_table(
        store_.context(), request, operations::RestoreReach::LastMillisecond));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  }

  // One step of a program that knows nothing of the steps before.
  bool step() {
    const auto then = store_.catalog().find("then");
    TableRestore restore(store_.engine(), store_.catalog(), nullptr, *then);
    const auto done = sync_wait(restore.step());
    EXPECT_TRUE(done.ok()) << done.error().to_string();
    return !done.ok() || done->is_done;
  }
  void finish() {
    while (!step()) {
      EXPECT_EQ(store_.catalog().find("then")->state, catalog::TableState::Creating);
    }
  }
  catalog::Counts counts(keys::IndexId index) {
    return store_.catalog().statistics().counts_of(store_.catalog().find("then")->id, index);
  }

  RecordedStore store_;
  std::int64_t moment_ = 0;
};

TEST_F(TableRestoring, GoesOnWhereAFormerProgramHasEnded) {
  finish();
  const auto then = store_.catalog().find("then");
  EXPECT_EQ(then->state, catalog::TableState::Active);
  EXPECT_FALSE(then->is_restored());
  EXPECT_EQ(store_.rows("then").size(), kItems);
  EXPECT_EQ(store_.get("then", {{"pk", "1"}}), (Item{{"pk", "1"}, {"colour", "blue"}}));
  EXPECT_EQ(counts(keys::IndexId::Base).items, kItems);
  EXPECT_EQ(counts(then->indexes.front().id).items, kItems);
  EXPECT_EQ(store_.keys_in(keys::index_range(then->id, then->indexes.front().id)).size(), kItems);
  EXPECT_TRUE(store_.keys_in(keys::prefix_range(keys::metadata_key("restore/"))).empty());
}

TEST_F(TableRestoring, IsNotDisturbedByWritesToItsSource) {
  EXPECT_FALSE(step());
  for (int i = 0; i < kItems; ++i) store_.erase("tab", {{"pk", fmt::format("{}", i)}});
  finish();
  EXPECT_EQ(store_.rows("then").size(), kItems);
}

TEST_F(TableRestoring, IsNotFinishedByTheJobThatFinishesNewTables) {
  ASSERT_TRUE(
      sync_wait(lifecycle::finish_waiting(store_.catalog(), *store_.catalog().find("then"))).ok());
  EXPECT_EQ(store_.catalog().find("then")->state, catalog::TableState::Creating);
}

TEST_F(TableRestoring, KeepsItsSourceUntilItIsDone) {
  EXPECT_FALSE(step());
  const auto source = store_.catalog().find("tab");
  ASSERT_TRUE(sync_wait(operations::delete_table(store_.context(), {.table_name = "tab"})).ok());
  EXPECT_EQ(store_.catalog().find("tab")->state, catalog::TableState::Deleting);
  finish();
  EXPECT_EQ(store_.rows("then").size(), kItems);
  ASSERT_TRUE(sync_wait(lifecycle::finish_deletion(store_.engine(), store_.catalog(),
                                                   *store_.catalog().find("tab")))
                  .ok());
  EXPECT_EQ(store_.catalog().find("tab"), nullptr);
  EXPECT_EQ(store_.entries_of(source->id), 0U);
}

TEST_F(TableRestoring, IsStoppedByDeletingTheTable) {
  EXPECT_FALSE(step());
  const auto then = store_.catalog().find("then");
  ASSERT_TRUE(sync_wait(operations::delete_table(store_.context(), {.table_name = "then"})).ok());
  EXPECT_EQ(store_.catalog().find("then"), nullptr);
  TableRestore restore(store_.engine(), store_.catalog(), nullptr, *then);
  EXPECT_TRUE(sync_wait(restore.step())->is_done);
  EXPECT_TRUE(store_.keys_in(keys::space_range(keys::Space::Items, then->id)).empty());
  EXPECT_TRUE(store_.keys_in(keys::prefix_range(keys::metadata_key("restore/"))).empty());
}

}  // namespace
}  // namespace partita::recovery
