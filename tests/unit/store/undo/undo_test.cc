#include "store/undo/undo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>

#include "dynamodb/operations/put_item.h"
#include "partita/base/random.h"
#include "unit/store/history/recorded_store.h"

namespace partita::undo {
namespace {

using namespace partita::testing;  // NOLINT: the words of this test
using State = UndoneItem::State;
using history::Author;

class UndoTest : public ::testing::Test {
 protected:
  UndoTest() { store_.create_recorded(simple_table("tab")); }

  // All that follows is somebody's.
  void as(std::string_view access_key, std::uint64_t request) {
    store_.context().author = {.request = request, .access_key = access_key};
  }
  void put(const std::string& key, int n) {
    api::PutItemRequest request;
    request.table_name = "tab";
    request.item = EncodedItem(Item{{"pk", key}, {"n", n}});
    const auto answer = sync_wait(operations::put_item(store_.context(), request));
    EXPECT_TRUE(answer.ok()) << message_of(answer);
    store_.clock().advance(std::chrono::milliseconds(2));
  }
  std::optional<int> n(const std::string& key) {
    const auto item = store_.get("tab", Item{{"pk", key}});
    if (!item) return std::nullopt;
    return std::stoi(item->find("n")->number().to_string());
  }
  Bytes key_of(const std::string& key) {
    return items::key_of_argument(*store_.catalog().find("tab"),
                                  EncodedItem(Item{{"pk", key}}).view())
        .value();
  }
  Undo undo() {
    return Undo(store_.engine(), store_.catalog(), store_.catalog().find("tab"),
                {.request = 99, .access_key = "AKIAUNDO"});
  }
  UndoPlan plan(const UndoQuestion& question, std::size_t items_max = 10'000) {
    auto made = sync_wait(undo().plan(question, items_max));
    EXPECT_TRUE(made.ok()) << message_of(made);
    return made.ok() ? std::move(*made) : UndoPlan{};
  }
  UndoPlan carried_out(const UndoQuestion& question) {
    UndoPlan made = plan(question);
    const Status done = sync_wait(undo().carry_out(question, made));
    EXPECT_TRUE(done.ok());
    store_.clock().advance(std::chrono::milliseconds(2));
    return made;
  }
  UndoQuestion of_request(std::uint64_t request) {
    return {.filter = {.to = store_.now(), .request = request}};
  }
  UndoQuestion last_change_of(const std::string& key) {
    return {.filter = {.to = store_.now()}, .item_key = key_of(key), .is_newest_only = true};
  }

  RecordedStore store_;
};

TEST_F(UndoTest, TakesTheLastChangeOfAnItemBackAndThatAgain) {
  put("a", 1);
  put("a", 2);
  EXPECT_EQ(carried_out(last_change_of("a")).count(State::Done), 1U);
  EXPECT_EQ(n("a"), 1);
  EXPECT_EQ(carried_out(last_change_of("a")).count(State::Done), 1U);
  EXPECT_EQ(n("a"), 2);
}

TEST_F(UndoTest, TellsItselfInTheHistory) {
  put("a", 1);
  put("a", 2);
  carried_out(last_change_of("a"));
  const auto versions =
      sync_wait(
          history::read_versions(store_.engine(), *store_.catalog().find("tab"), key_of("a"), 10))
          .value();
  ASSERT_EQ(versions.changes.size(), 3U);
  EXPECT_EQ(versions.changes[0].author, Author::Kind::Undo);
  EXPECT_EQ(versions.changes[0].access_key, "AKIAUNDO");
  EXPECT_EQ(versions.changes[0].request, 99U);
  EXPECT_EQ(versions.changes[1].author, Author::Kind::Client);
}

TEST_F(UndoTest, TakesAllThatARequestHasDoneBackAndNothingElse) {
  as("AKIA1", 1);
  put("a", 1);
  put("b", 1);
  as("AKIA1", 2);
  put("b", 2);
  put("c", 2);
  as("AKIA2", 3);
  put("d", 3);
  store_.erase("tab", Item{{"pk", "a"}});
  const auto done = carried_out(of_request(2));
  EXPECT_EQ(done.count(State::Done), 2U);
  EXPECT_EQ(n("b"), 1);
  EXPECT_EQ(n("c"), std::nullopt);
  EXPECT_EQ(n("d"), 3);
  EXPECT_EQ(n("a"), std::nullopt);
}

TEST_F(UndoTest, OfAnAccessKeyInATimeGoesBackOverAllItsChanges) {
  as("AKIA1", 1);
  put("a", 1);
  const std::int64_t from = store_.now();
  as("AKIA2", 2);
  put("a", 2);
  put("a", 3);
  put("b", 3);
  UndoQuestion question{.filter = {.from = from, .to = store_.now(), .access_key = "AKIA2"}};
  as("AKIA2", 3);
  put("c", 4);
  EXPECT_EQ(carried_out(question).count(State::Done), 2U);
  EXPECT_EQ(n("a"), 1);
  EXPECT_EQ(n("b"), std::nullopt);
  EXPECT_EQ(n("c"), 4);
}

TEST_F(UndoTest, LeavesAnItemThatSomebodyElseHasChangedSinceAndTellsWho) {
  as("AKIA1", 1);
  put("a", 1);
  as("AKIA2", 2);
  put("a", 2);
  as("AKIA3", 3);
  put("a", 3);
  const auto done = carried_out(of_request(2));
  ASSERT_EQ(done.count(State::Refused), 1U);
  ASSERT_TRUE(done.items.front().since);
  EXPECT_EQ(done.items.front().since->access_key, "AKIA3");
  EXPECT_EQ(n("a"), 3);
}

TEST_F(UndoTest, TellsOfOlderChangesThatStayBehindThoseOfOthers) {
  as("AKIA1", 1);
  put("a", 1);
  as("AKIA2", 2);
  put("a", 2);
  as("AKIA1", 3);
  put("a", 3);
  UndoQuestion question{.filter = {.to = store_.now(), .access_key = "AKIA1"}};
  const auto done = carried_out(question);
  ASSERT_EQ(done.items.size(), 1U);
  EXPECT_EQ(done.items.front().left, 1U);
  EXPECT_EQ(n("a"), 2);
}

TEST_F(UndoTest, BringsBackWhatWasDeletedAndDeletesWhatWasMade) {
  put("a", 1);
  as("AKIA1", 7);
  store_.context().author = {};
  store_.erase("tab", Item{{"pk", "a"}});
  store_.clock().advance(std::chrono::milliseconds(2));
  EXPECT_EQ(carried_out(last_change_of("a")).count(State::Done), 1U);
  EXPECT_EQ(n("a"), 1);
  put("b", 1);
  EXPECT_EQ(carried_out(last_change_of("b")).count(State::Done), 1U);
  EXPECT_EQ(n("b"), std::nullopt);
}

// As after a crash in its middle.
TEST_F(UndoTest, AskedForAgainDoesOnlyTheRest) {
  as("AKIA1", 1);
  put("a", 1);
  put("b", 1);
  const auto question = of_request(1);
  UndoQuestion first = question;
  first.item_key = key_of("a");
  EXPECT_EQ(carried_out(first).count(State::Done), 1U);
  const auto rest = carried_out(question);
  EXPECT_EQ(rest.count(State::Already), 1U);
  EXPECT_EQ(rest.count(State::Done), 1U);
  EXPECT_EQ(n("a"), std::nullopt);
  EXPECT_EQ(n("b"), std::nullopt);
}

TEST_F(UndoTest, IsOfNoMoreItemsThanAllowed) {
  as("AKIA1", 1);
  for (int i = 0; i < 5; ++i) put(fmt::format("k{}", i), i);
  const auto refused = sync_wait(undo().plan(of_request(1), 4));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::TooLarge);
  EXPECT_EQ(plan(of_request(1), 5).items.size(), 5U);
  // Nor of more bytes than there is memory for.
  const auto too_large = sync_wait(undo().plan(of_request(1), 5, 50));
  ASSERT_FALSE(too_large.ok());
  EXPECT_EQ(too_large.error().kind(), ErrorKind::TooLarge);
}

TEST_F(UndoTest, ChangesNothingWhileItIsOnlyTried) {
  as("AKIA1", 1);
  put("a", 1);
  UndoPlan made = plan(of_request(1));
  EXPECT_TRUE(sync_wait(undo().try_out(made)).ok());
  EXPECT_TRUE(made.are_rules_asked);
  EXPECT_EQ(made.count(State::Ready), 1U);
  EXPECT_EQ(n("a"), 1);
}

// Somebody writes between the look and the act.
TEST_F(UndoTest, LeavesWhatWasChangedBetweenTheLookAndTheAct) {
  as("AKIA1", 1);
  put("a", 1);
  put("b", 1);
  const auto question = of_request(1);
  UndoPlan made = plan(question);
  as("AKIA2", 2);
  put("a", 5);
  EXPECT_TRUE(sync_wait(undo().carry_out(question, made)).ok());
  EXPECT_EQ(made.count(State::Done), 1U);
  EXPECT_EQ(made.count(State::Refused), 1U);
  ASSERT_TRUE(made.items.front().since);
  EXPECT_EQ(made.items.front().since->access_key, "AKIA2");
  EXPECT_EQ(n("a"), 5);
  EXPECT_EQ(n("b"), std::nullopt);
}

TEST_F(UndoTest, RefusesToBringBackWhatWouldExpireAtOnce) {
  auto timed = simple_table("timed");
  timed.ttl_attribute = "n";
  store_.create_recorded(std::move(timed));
  const Item item{{"pk", "a"}, {"n", store_.now() / 1000 - 10}};
  store_.put("timed", item);
  store_.clock().advance(std::chrono::milliseconds(2));
  store_.erase("timed", Item{{"pk", "a"}});
  store_.clock().advance(std::chrono::milliseconds(2));
  const auto table = store_.catalog().find("timed");
  const Undo undo(store_.engine(), store_.catalog(), table, {});
  const UndoQuestion question{
      .filter = {.to = store_.now()},
      .item_key = items::key_of_argument(*table, EncodedItem(Item{{"pk", "a"}}).view()).value(),
      .is_newest_only = true};
  const auto made = sync_wait(undo.plan(question, 1)).value();
  ASSERT_EQ(made.count(State::Refused), 1U);
  EXPECT_EQ(made.items.front().refusal, "its time is over: it would expire at once");
}

// Four writers go on while one undoes what another has done: whatever was written last by somebody
// else is still there, and all else is taken back.
TEST_F(UndoTest, BesideWritersTakesNobodyElsesChangeBack) {
  constexpr int kItems = 300;
  as("AKIABAD", 1);
  for (int i = 0; i < kItems; ++i) put(fmt::format("k{}", i), -1);
  const auto question = of_request(1);
  std::vector<std::jthread> writers;
  std::array<std::vector<bool>, 4> written;
  for (std::size_t w = 0; w < written.size(); ++w) {
    written[w].resize(kItems);
    writers.emplace_back([&, w] {
      operations::Context own = store_.context();
      own.author = {.request = 100 + w, .access_key = "AKIAGOOD"};
      SeededRandom random(w);
      for (int i = 0; i < 100; ++i) {
        const auto item = random.below(kItems);
        api::PutItemRequest request;
        request.table_name = "tab";
        request.item = EncodedItem(Item{{"pk", fmt::format("k{}", item)}, {"n", 7}});
        EXPECT_TRUE(sync_wait(operations::put_item(own, request)).ok());
        written[w][item] = true;
      }
    });
  }
  UndoPlan made = plan(question);
  EXPECT_TRUE(sync_wait(undo().carry_out(question, made)).ok());
  writers.clear();
  EXPECT_EQ(made.count(State::Ready), 0U);
  for (int i = 0; i < kItems; ++i) {
    const bool is_written = std::ranges::any_of(
        written, [&](const auto& one) { return one[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(n(fmt::format("k{}", i)), is_written ? std::optional(7) : std::nullopt) << i;
  }
}

}  // namespace
}  // namespace partita::undo
