#include <gtest/gtest.h>

#include "dynamodb/operations/describe_table.h"
#include "dynamodb/operations/put_item.h"
#include "store/jobs/jobs.h"
#include "store/lifecycle/table_jobs.h"
#include "support/store_kind.h"
#include "unit/store/catalog/uncertain_engine.h"
#include "unit/store/transactions/test_store.h"

namespace partita::operations {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

constexpr auto with_ttl = [](const catalog::Table& table) -> Result<catalog::Table> {
  catalog::Table changed = table;
  changed.ttl_attribute = "expires";
  return changed;
};

// A table whose change was applied, though nobody knows it and it cannot be read.
class TableInDoubt : public ::testing::Test {
 protected:
  TableInDoubt() : engine_(new UncertainEngine(*sound_)), store_(take(engine_)) {
    store_.create(simple_table("Orders"));
    engine_->next_commits(UncertainEngine::Commit::LostAndApplied);
    engine_->set_readable(false);
    EXPECT_FALSE(sync_wait(store_.catalog().change("Orders", with_ttl)).ok());
    engine_->next_commits(UncertainEngine::Commit::Answered);
  }

  Result<api::PutItemResponse> put() {
    api::PutItemRequest request;
    request.table_name = "Orders";
    request.item = EncodedItem(Item{{"pk", "a"}, {"expires", 100}});
    return sync_wait(put_item(store_.context(), request));
  }
  Result<api::DescribeTableResponse> describe() {
    api::DescribeTableRequest request;
    request.table_name = "Orders";
    return sync_wait(describe_table(store_.context(), request));
  }
  void work() {
    jobs::Jobs jobs;
    lifecycle::TableJobs tables(store_.engine(), store_.catalog(), jobs);
    tables.add();
    jobs.run_due();
  }
  template <typename T>
  static void expect_refused(const Result<T>& answer) {
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(api::exception_of(answer.error()), api::Exception::ServiceUnavailable);
    EXPECT_NE(message_of(answer).find("the table Orders"), std::string::npos) << message_of(answer);
  }

 private:
  static std::unique_ptr<engine::Engine> take(engine::Engine* engine) {
    return std::unique_ptr<engine::Engine>(engine);
  }

  const std::unique_ptr<engine::Engine> sound_ = engine::open_memory_engine(&testing::store_kind);

 protected:
  UncertainEngine* engine_;  // The store's.
  TestStore store_;
};

TEST_F(TableInDoubt, IsRefusedByAllOperations) {
  expect_refused(put());
  expect_refused(describe());
}

TEST_F(TableInDoubt, IsServedAgainOnceItCanBeRead) {
  work();
  expect_refused(put());
  engine_->set_readable(true);
  work();
  EXPECT_TRUE(describe().ok());
  ASSERT_TRUE(put().ok());
  EXPECT_EQ(store_.keys_in(keys::space_range(keys::Space::TtlQueue)).size(), 1U)
      << "the change holds for the first write";
}

}  // namespace
}  // namespace partita::operations
