#include "store/history/past_items.h"

#include <gtest/gtest.h>

#include "partita/base/random.h"
#include "unit/store/history/recorded_store.h"

namespace partita::history {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test

using Rows = std::map<Bytes, Bytes>;

class PastItems : public ::testing::Test {
 protected:
  Rows past(std::int64_t time, PastLimits limits = {}) {
    const PastMoment moment = store_.moment("tab", time);
    Rows rows;
    Bytes last_key;
    while (true) {
      auto stretch = sync_wait(read_past(store_.engine(), moment, last_key, limits));
      EXPECT_TRUE(stretch.ok()) << stretch.error().to_string();
      if (!stretch.ok()) return rows;
      for (auto& item : stretch->items) {
        EXPECT_LT(last_key, item.key);
        EXPECT_TRUE(rows.emplace(item.key, item.image).second);
      }
      EXPECT_LE(stretch->items.size(), limits.items_max * 3);
      if (stretch->is_last) return rows;
      EXPECT_LT(last_key, stretch->last_key);
      last_key = stretch->last_key;
    }
  }
  Rows present() { return store_.rows("tab"); }

  RecordedStore store_;
};

TEST_F(PastItems, AreThoseOfEachMomentInStretchesOfAnySize) {
  store_.create_recorded(TableBuilder("tab").key("pk", 'S').sort("sk", 'B').build());
  SeededRandom random(20261118);
  std::map<std::int64_t, Rows> states;
  for (int i = 0; i < 400; ++i) {
    // Sort keys of which one is the beginning of another.
    const Item key{{"pk", fmt::format("p{}", random.below(6))},
                   {"sk", Binary{std::string(1 + random.below(20), '\0')}}};
    if (random.below(3) == 0) {
      store_.erase("tab", key);
    } else {
      Item item = key;
      item.set("n", i);
      item.set("text", std::string(random.below(400), 'x'));
      store_.put("tab", item);
    }
    store_.clock().advance(std::chrono::hours(random.below(5)));
    store_.clock().advance(std::chrono::milliseconds(2));
    states[store_.now()] = present();
  }
  for (const std::size_t items_max : {1, 3, 1000}) {
    for (const auto& [time, rows] : states) {
      if (random.below(3) != 0) continue;
      EXPECT_EQ(past(time, {.items_max = items_max}), rows) << time;
    }
  }
}

TEST_F(PastItems, OfAnItemThatHasChangedVeryOftenAreRead) {
  store_.create_recorded(TableBuilder("tab").key("pk", 'S').build());
  std::map<std::int64_t, Rows> states;
  for (int i = 0; i < 1500; ++i) {
    store_.put("tab", {{"pk", "hot"}, {"n", i}, {"text", std::string(600, 'x')}});
    if (i % 100 == 0) store_.put("tab", {{"pk", fmt::format("cold {}", i)}});
    store_.clock().advance(std::chrono::minutes(3));
    if (i % 50 == 0) states[store_.now()] = present();
  }
  for (const auto& [time, rows] : states) EXPECT_EQ(past(time), rows);
  // Not all of its entries are read for that.
  const auto stretch =
      sync_wait(read_past(store_.engine(), store_.moment("tab", states.begin()->first), {}, {}));
  EXPECT_LT(stretch->entries, 1200U);
}

TEST_F(PastItems, AreThereAfterTheMillisecondOfTheirCommit) {
  store_.create_recorded(TableBuilder("tab").key("pk", 'S').build());
  store_.put("tab", {{"pk", "a"}, {"n", 1}});
  // Times are those of milliseconds: what is written at one of them is not there at it.
  EXPECT_TRUE(past(store_.now()).empty());
  EXPECT_EQ(past(store_.now() + 1).size(), 1U);
}

TEST_F(PastItems, DoNotGoBackWithTheCalendar) {
  store_.create_recorded(TableBuilder("tab").key("pk", 'S').build());
  store_.put("tab", {{"pk", "a"}, {"n", 1}});
  const std::int64_t first = store_.now() + 1;
  store_.clock().jump_wall(-std::chrono::hours(30));
  store_.put("tab", {{"pk", "a"}, {"n", 2}});
  EXPECT_EQ(past(first), present());
  EXPECT_TRUE(past(first - 1).empty());
}

}  // namespace
}  // namespace partita::history
