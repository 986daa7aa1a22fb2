#include "dynamodb/operations/delete_table.h"

#include <gtest/gtest.h>

#include "store/keys/item_keys.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

const std::string kDeleteInUse = "Attempt to change a resource which is still in use: ";

class DeleteTable : public TableFixture {
 protected:
  using TableFixture::TableFixture;

  std::size_t rows_of(keys::TableId table) const {
    std::size_t rows = 0;
    const auto all = keys::table_range(table);
    const auto count = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = all.begin, .end = all.end}, count)).ok());
    return rows;
  }
  // Leaves the table as a program does that stops right after the answer.
  void mark_as_deleting() {
    const auto mark = [](const catalog::Table& table) -> Result<catalog::Table> {
      catalog::Table marked = table;
      marked.state = catalog::TableState::Deleting;
      return marked;
    };
    ASSERT_TRUE(sync_wait(catalog_->change("orders", mark)).ok());
  }
};

TEST_F(DeleteTable, AnswersDeletingAndIsGoneAtOnce) {
  auto request = simple();
  add_index(request, "index", "a");
  ASSERT_TRUE(create(request).ok());
  put({{"pk", "1"}, {"sk", "1"}, {"a", "x"}});
  const auto id = catalog_->find("orders")->id;
  EXPECT_EQ(rows_of(id), 2U);
  const auto removed = remove();
  ASSERT_TRUE(removed.ok()) << removed.error().to_string();
  EXPECT_EQ(removed->table_status, api::TableStatus::Deleting);
  EXPECT_EQ(error_of(describe(), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: orders not found");
  EXPECT_EQ(rows_of(id), 0U);
}

TEST_F(DeleteTable, NamesAMissingTable) {
  EXPECT_EQ(error_of(remove(), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: orders not found");
}

TEST_F(DeleteTable, LeavesTheNameFree) {
  ASSERT_TRUE(create(simple()).ok());
  const auto first = catalog_->find("orders")->id;
  put({{"pk", "1"}, {"sk", "1"}});
  ASSERT_TRUE(remove().ok());
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_NE(catalog_->find("orders")->id, first);
  EXPECT_EQ(describe()->item_count, 0);
}

TEST_F(DeleteTable, RespectsDeletionProtection) {
  auto request = simple();
  request.deletion_protection_enabled = true;
  ASSERT_TRUE(create(request).ok());
  EXPECT_EQ(error_of(remove()),
            "Resource cannot be deleted as it is currently protected against deletion. Disable "
            "deletion protection first.");
  auto unprotect = update();
  unprotect.deletion_protection_enabled = false;
  ASSERT_TRUE(change(unprotect).ok());
  EXPECT_TRUE(remove().ok());
}

TEST_F(DeleteTable, WaitsForIndexes) {
  ASSERT_TRUE(create(simple()).ok());
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  EXPECT_EQ(
      error_of(remove(), api::Exception::ResourceInUse),
      kDeleteInUse + "Cannot delete table while indexes are being created, updated, or deleted.");
  work();
  EXPECT_TRUE(remove().ok());
}

TEST_F(DeleteTable, IsFinishedAfterARestart) {
  ASSERT_TRUE(create(simple()).ok());
  put({{"pk", "1"}, {"sk", "1"}});
  const auto id = catalog_->find("orders")->id;
  mark_as_deleting();
  restart();
  EXPECT_EQ(describe()->table_status, api::TableStatus::Deleting);
  work();
  EXPECT_EQ(catalog_->find("orders"), nullptr);
  EXPECT_EQ(rows_of(id), 0U);
}

TEST_F(DeleteTable, IsFinishedByWhoeverComesFirst) {
  ASSERT_TRUE(create(simple()).ok());
  mark_as_deleting();
  const auto again = remove();
  ASSERT_TRUE(again.ok()) << "deleting twice is no error";
  EXPECT_EQ(again->table_status, api::TableStatus::Deleting);
  EXPECT_EQ(catalog_->find("orders"), nullptr);
  work();
}

class DelayedStates : public DeleteTable {
 protected:
  DelayedStates()
      : DeleteTable(catalog::StateDelays{.creating = std::chrono::seconds(10),
                                         .updating = std::chrono::seconds(20),
                                         .deleting = std::chrono::seconds(30)}) {}
  void pass(std::chrono::seconds time) {
    clock_.advance(time);
    work();
  }
};

TEST_F(DelayedStates, AreKeptForTheirTime) {
  ASSERT_TRUE(create(simple()).ok());
  pass(std::chrono::seconds(9));
  EXPECT_EQ(describe()->table_status, api::TableStatus::Creating);
  EXPECT_EQ(error_of(remove(), api::Exception::ResourceInUse),
            kDeleteInUse + "Table is being created: orders");
  restart();
  pass(std::chrono::seconds(1));
  EXPECT_EQ(describe()->table_status, api::TableStatus::Active);

  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  pass(std::chrono::seconds(19));
  EXPECT_EQ(describe()->table_status, api::TableStatus::Updating);
  EXPECT_EQ(describe()->global_secondary_indexes->front().backfilling, false);
  pass(std::chrono::seconds(1));
  work();
  EXPECT_EQ(describe()->table_status, api::TableStatus::Active);
  EXPECT_EQ(describe()->global_secondary_indexes->front().index_status, api::IndexStatus::Active);

  ASSERT_TRUE(remove().ok());
  pass(std::chrono::seconds(29));
  EXPECT_EQ(describe()->table_status, api::TableStatus::Deleting);
  pass(std::chrono::seconds(1));
  EXPECT_FALSE(describe().ok());
}

}  // namespace
}  // namespace partita::operations
