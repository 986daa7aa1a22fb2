#include "store/expiry/outlook.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/store/expiry/ttl_store.h"

namespace partita::expiry {
namespace {

using testing::expiring_table;
using testing::TtlStore;

class ExpiryOutlook : public ::testing::Test {
 protected:
  ExpiryOutlook() { store_.create(expiring_table()); }

  Outlook look(OutlookOf wanted) {
    wanted.from += static_cast<std::uint64_t>(store_.now());
    const auto table = store_.catalog().find("T");
    return sync_wait(read_outlook(store_.engine(), *table, wanted)).value();
  }
  static std::uint64_t sum(const Outlook& outlook) {
    std::uint64_t all = 0;
    for (const auto count : outlook.counts) all += count;
    return all;
  }

  TtlStore store_;
};

TEST_F(ExpiryOutlook, CountsWhatExpiresInEachStep) {
  store_.put_expiring("a", 0);
  store_.put_expiring("b", 59);
  store_.put_expiring("c", 60);
  store_.put_expiring("before", -1);
  store_.put_expiring("behind", 180);
  const auto outlook = look({.step = 60, .steps = 3});
  EXPECT_EQ(outlook.counts, (std::vector<std::uint64_t>{2, 1, 0}));
  EXPECT_FALSE(outlook.is_estimate);
  EXPECT_TRUE(outlook.first.empty());
}

TEST_F(ExpiryOutlook, TellsTheFirstItemsEarliestFirst) {
  for (int i = 0; i < 40; ++i) store_.put_expiring(fmt::format("item-{}", i), 100 - i);
  const auto outlook = look({.step = 1000, .steps = 1, .items_max = 3});
  ASSERT_EQ(outlook.first.size(), 3U);
  for (int i = 0; i < 3; ++i) {
    const auto item = ItemView::from_valid(outlook.first[static_cast<std::size_t>(i)].item);
    EXPECT_EQ(item.find("pk")->string(), fmt::format("item-{}", 39 - i));
  }
}

// A row of the queue whose item is another by now is no item that expires then.
TEST_F(ExpiryOutlook, TellsNoItemThatHasAnotherTimeByNow) {
  store_.put_expiring("moved", 10);
  store_.put_expiring("moved", 5000);
  const auto outlook = look({.step = 100, .steps = 1, .items_max = 10});
  EXPECT_TRUE(outlook.first.empty());
}

TEST_F(ExpiryOutlook, LeavesOtherTablesOut) {
  auto other = expiring_table();
  other.name = "Other";
  store_.create(other);
  store_.put("Other", {{"pk", "x"}, {"expires", store_.now() + 5}});
  EXPECT_EQ(sum(look({.step = 100, .steps = 1})), 0U);
}

// A third of the rows is enough to be right within a fifth.
TEST_F(ExpiryOutlook, ReckonsFromAPartOfALongQueue) {
  for (int i = 0; i < 2000; ++i) store_.put_expiring(fmt::format("item-{}", i), i % 100);
  const auto outlook = look({.step = 50, .steps = 2, .items_max = 5, .rows_max = 700});
  EXPECT_TRUE(outlook.is_estimate);
  EXPECT_NEAR(static_cast<double>(sum(outlook)), 2000, 400);
  EXPECT_EQ(outlook.first.size(), 5U);
}

}  // namespace
}  // namespace partita::expiry
