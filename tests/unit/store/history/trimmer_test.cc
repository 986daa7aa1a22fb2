#include "store/history/trimmer.h"

#include <gtest/gtest.h>

#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "unit/store/history/recorded_store.h"

namespace partita::history {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

class TrimmedHistory : public ::testing::Test {
 protected:
  TrimmedHistory() {
    store_.create_recorded(TableBuilder("tab").key("pk", 'S').build());
    id_ = store_.catalog().find("tab")->id;
  }
  void write() { store_.put("tab", {{"pk", "a"}, {"n", ++number_}}); }
  void trim() {
    HistoryTrimmer trimmer(store_.engine(), store_.catalog(), store_.clock());
    const auto trimmed = sync_wait(trimmer.trim_once());
    EXPECT_TRUE(trimmed.ok()) << trimmed.error().to_string();
  }
  std::size_t entries() { return store_.entries_of(id_); }
  std::optional<RestorableRange> range() {
    return restorable_range(*store_.catalog().find("tab"), store_.now());
  }
  void restore(std::int64_t time) {
    api::RestoreTableToPointInTimeRequest request;
    request.source_table_name = "tab";
    request.target_table_name = "then";
    request.restore_date_time = to_timestamp(time);
    const auto answer = sync_wait(operations::restore_table(
        store_.context(), request, operations::RestoreReach::LastMillisecond));
    EXPECT_TRUE(answer.ok()) << answer.error().to_string();
  }

  RecordedStore store_;
  keys::TableId id_{};
  int number_ = 0;
};

TEST_F(TrimmedHistory, RemovesDaysBeforeTheWindow) {
  store_.switch_recovery("tab", true, 3);
  for (int day = 0; day < 10; ++day) {
    write();
    store_.clock().advance(std::chrono::hours(24));
    trim();
    // Of the first of the three days, what lies before the window stays with what does not.
    EXPECT_LE(entries(), 4U);
    EXPECT_GE(entries(), std::min<std::size_t>(static_cast<std::size_t>(day) + 1, 3U));
  }
}

TEST_F(TrimmedHistory, NeverLetsTheFirstMomentGoBack) {
  for (int day = 0; day < 40; ++day) {
    write();
    store_.clock().advance(std::chrono::hours(24));
  }
  trim();
  const auto since = range()->earliest;
  EXPECT_EQ(entries(), 35U);
  store_.clock().jump_wall(-std::chrono::hours(24 * 20));
  EXPECT_GE(range()->earliest, since - keys::kDayMs);
  trim();
  EXPECT_EQ(entries(), 35U);
}

TEST_F(TrimmedHistory, ForgetsAllOfATableThatIsSwitchedOff) {
  write();
  write();
  EXPECT_EQ(entries(), 2U);
  store_.switch_recovery("tab", false);
  EXPECT_FALSE(range());
  write();
  trim();
  EXPECT_EQ(entries(), 0U);
  const auto pause = store_.now();
  store_.clock().advance(std::chrono::minutes(1));
  store_.switch_recovery("tab", true);
  EXPECT_GT(range()->earliest, pause);
  write();
  trim();
  EXPECT_EQ(entries(), 1U);
}

// What was kept before the pause is apart, so it can go while there are new entries.
TEST_F(TrimmedHistory, KeepsWhatCameAfterAPauseThatItHasNotSeen) {
  write();
  store_.switch_recovery("tab", false);
  store_.switch_recovery("tab", true);
  write();
  EXPECT_EQ(entries(), 2U);
  trim();
  EXPECT_EQ(entries(), 1U);
}

TEST_F(TrimmedHistory, LeavesWhatARestoreNeeds) {
  write();
  const auto moment = store_.now() + 1;
  store_.clock().advance(std::chrono::hours(1));
  restore(moment);
  for (int day = 0; day < 40; ++day) {
    write();
    store_.clock().advance(std::chrono::hours(24));
  }
  trim();
  EXPECT_EQ(entries(), 41U);
  store_.switch_recovery("tab", false);
  trim();
  write();
  EXPECT_EQ(entries(), 42U);
  const auto then = store_.catalog().find("then");
  ASSERT_TRUE(sync_wait(store_.catalog().remove(*then)).ok());
  trim();
  EXPECT_EQ(entries(), 0U);
  write();
  EXPECT_EQ(entries(), 0U);
}

}  // namespace
}  // namespace partita::history
