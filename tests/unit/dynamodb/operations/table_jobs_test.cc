#include "store/lifecycle/table_jobs.h"

#include <gtest/gtest.h>

#include <thread>

#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using lifecycle::TableJobs;

// With the threads that a server has.
class RunningJobs {
 public:
  RunningJobs(engine::Engine& engine, catalog::Catalog& catalog) : tables_(engine, catalog, jobs_) {
    tables_.add();
    jobs_.start();
  }
  ~RunningJobs() { jobs_.stop(); }

 private:
  jobs::Jobs jobs_;
  TableJobs tables_;
};

class TableJobsTest : public TableFixture {
 protected:
  // Waits for the jobs; a test that waits for what never comes ends by the time limit of ctest.
  template <typename Condition>
  void wait_for(Condition is_met) {
    while (!is_met()) std::this_thread::yield();
  }
  bool is_active(const std::string& index) {
    const auto* found = catalog_->find("orders")->find_index(index);
    return found != nullptr && found->state == catalog::IndexState::Active;
  }
};

TEST_F(TableJobsTest, FillANewIndex) {
  ASSERT_TRUE(create(simple()).ok());
  for (int i = 0; i < 250; ++i) {
    put({{"pk", "p"}, {"sk", std::to_string(i)}, {"a", std::to_string(i % 7)}});
  }
  RunningJobs jobs(*engine_, *catalog_);
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  wait_for([&] { return is_active("index"); });
  EXPECT_EQ(describe()->global_secondary_indexes->front().item_count, 250);
}

TEST_F(TableJobsTest, EmptyAnIndexThatGoes) {
  auto request = simple();
  add_index(request, "index", "a");
  ASSERT_TRUE(create(request).ok());
  RunningJobs jobs(*engine_, *catalog_);
  ASSERT_TRUE(change(index_deletion("index")).ok());
  wait_for([&] { return catalog_->find("orders")->indexes.empty(); });
}

TEST_F(TableJobsTest, TakeUpWhatWasLeft) {
  ASSERT_TRUE(create(simple()).ok());
  put({{"pk", "p"}, {"sk", "1"}, {"a", "x"}});
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  restart();
  RunningJobs jobs(*engine_, *catalog_);
  wait_for([&] { return is_active("index"); });
}

TEST_F(TableJobsTest, SaveTheCountsWhenTheyStop) {
  ASSERT_TRUE(create(simple()).ok());
  {
    RunningJobs jobs(*engine_, *catalog_);
    put({{"pk", "p"}, {"sk", "1"}});
  }
  restart();
  EXPECT_EQ(describe()->item_count, 1);
}

TEST_F(TableJobsTest, StopInTheMiddleOfABackfill) {
  ASSERT_TRUE(create(simple()).ok());
  for (int i = 0; i < 250; ++i) put({{"pk", "p"}, {"sk", std::to_string(i)}, {"a", "x"}});
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  for (int i = 0; i < 20 && !is_active("index"); ++i) {
    RunningJobs jobs(*engine_, *catalog_);
  }
  work();
  EXPECT_TRUE(is_active("index"));
  EXPECT_EQ(describe()->global_secondary_indexes->front().item_count, 250);
}

}  // namespace
}  // namespace partita::operations
