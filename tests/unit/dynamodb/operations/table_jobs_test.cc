#include "operations/background_jobs.h"

#include <gtest/gtest.h>

#include <thread>

#include "unit/operations/table_fixture.h"

namespace partita::operations {
namespace {

// With the thread that a server has.
class BackgroundJobsTest : public TableFixture {
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

TEST_F(BackgroundJobsTest, FillANewIndex) {
  ASSERT_TRUE(create(simple()).ok());
  for (int i = 0; i < 250; ++i) {
    put({{"pk", "p"}, {"sk", std::to_string(i)}, {"a", std::to_string(i % 7)}});
  }
  BackgroundJobs jobs(*context_);
  jobs.start();
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  wait_for([&] { return is_active("index"); });
  EXPECT_EQ(describe()->global_secondary_indexes->front().item_count, 250);
}

TEST_F(BackgroundJobsTest, EmptyAnIndexThatGoes) {
  auto request = simple();
  add_index(request, "index", "a");
  ASSERT_TRUE(create(request).ok());
  BackgroundJobs jobs(*context_);
  jobs.start();
  ASSERT_TRUE(change(index_deletion("index")).ok());
  wait_for([&] { return catalog_->find("orders")->indexes.empty(); });
}

TEST_F(BackgroundJobsTest, TakeUpWhatWasLeft) {
  ASSERT_TRUE(create(simple()).ok());
  put({{"pk", "p"}, {"sk", "1"}, {"a", "x"}});
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  restart();
  BackgroundJobs jobs(*context_);
  jobs.start();
  wait_for([&] { return is_active("index"); });
}

TEST_F(BackgroundJobsTest, SaveTheCountsWhenTheyStop) {
  ASSERT_TRUE(create(simple()).ok());
  {
    BackgroundJobs jobs(*context_);
    jobs.start();
    put({{"pk", "p"}, {"sk", "1"}});
  }
  restart();
  EXPECT_EQ(describe()->item_count, 1);
}

TEST_F(BackgroundJobsTest, StopInTheMiddleOfABackfill) {
  ASSERT_TRUE(create(simple()).ok());
  for (int i = 0; i < 250; ++i) put({{"pk", "p"}, {"sk", std::to_string(i)}, {"a", "x"}});
  ASSERT_TRUE(change(index_creation("index", "a")).ok());
  for (int i = 0; i < 20 && !is_active("index"); ++i) {
    BackgroundJobs jobs(*context_);
    jobs.start();
  }
  work();
  EXPECT_TRUE(is_active("index"));
  EXPECT_EQ(describe()->global_secondary_indexes->front().item_count, 250);
}

}  // namespace
}  // namespace partita::operations
