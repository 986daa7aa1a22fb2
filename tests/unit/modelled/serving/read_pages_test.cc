// Pages of lists: sizes, both directions, fan-out, filters, and writers in between.
#include <gtest/gtest.h>

#include <set>

#include "unit/modelled/serving/read_database.h"

namespace partita::serving {
namespace {

constexpr const char* kBoard = R"(
format: 1
model: board
version: 1
tables:
  posts:
    name: board-posts
    key: {partition: id}
    billing: {mode: on_demand}
    enforcement: enforce
    indexes:
      by_state: {partition: [state], sort: [at], project: all}
      by_topic: {partition: [topic], sort: [state, at], project: all}
      by_key: {partition: [shelf], sort: [place], project: all}
      slim: {partition: [author], sort: [at], project: keys}
entities:
  Post:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      state: {type: enum, values: [draft, open, shut], required: true}
      topic: {type: string, required: true}
      author: {type: string, required: true}
      shelf: {type: string, required: true}
      at: {type: timestamp, encode: rfc3339ms, required: true}
      votes: {type: int, default: 0}
      tags: {type: list, of: {type: string}}
      gone: {type: timestamp, encode: epoch_s}
    index_keys:
      place: "{state}#{at}"
    expire: {attribute: gone, after: 900d, from: at, tolerance: 9999d}
patterns:
  get_post: {get: Post, by: {id: $id}}
  by_state:
    query: Post
    where: {state: $state}
    range: {at: $when}
    order: newest
    page: {default: 3, max: 50}
  everything:
    query: Post
    where: {state: any}
    range: {at: $when}
    order: newest
    page: {default: 10, max: 200}
  on_shelf:
    query: Post
    where: {shelf: $shelf, state: any}
    range: {at: $when}
    order: oldest
    page: {default: 10, max: 200}
  in_turn:
    query: Post
    where: {state: {in: [open, draft]}}
    page: {default: 10, max: 200}
  popular:
    query: Post
    where: {state: $state}
    filter: votes >= $votes
    order: newest
    page: {default: 5, max: 50}
  tagged:
    query: Post
    where: {state: any, topic: $topic}
    filter: size(tags) > $more
  of_author:
    query: Post
    where: {author: $author, topic: $topic}
    order: oldest
    page: {default: 10, max: 200}
  all_posts: {query: Post, where: {topic: $topic}, index: by_topic}
  scanned:
    query: Post
    where: {tags: $tag}
    scan: true
    page: {default: 4, max: 50}
)";

std::string time_text(int minute) {
  char text[40];
  std::snprintf(text, sizeof text, "2025-10-%02dT%02d:%02d:00.000Z", 1 + minute / 1440,
                minute / 60 % 24, minute % 60);
  return text;
}

class ReadPages : public ::testing::Test {
 protected:
  // A post for each minute, states in turn; every fourth shares its minute with the one before.
  void add_posts(int count) {
    for (int i = 0; i < count; ++i) add_post(i, i % 4 == 3 ? i - 1 : i);
  }
  void add_post(int number, int minute) {
    constexpr const char* kStates[] = {"draft", "open", "shut"};
    database_.put("board-posts", {{"id", "p" + std::to_string(number)},
                                  {"state", kStates[number % 3]},
                                  {"topic", "t"},
                                  {"author", "ada"},
                                  {"shelf", "s"},
                                  {"at", time_text(minute)},
                                  {"votes", number}});
  }
  static std::string ids(const std::vector<ReadAnswer>& pages) {
    std::string text;
    for (const auto& page : pages) text += "[" + column(page, "id") + "]";
    return text;
  }

  ReadDatabase database_{kBoard};
};

TEST_F(ReadPages, HaveTheSizeThatThePatternOrTheCallerSays) {
  add_posts(30);
  EXPECT_EQ(column(*database_.read("by_state", {{"state", "open"}}), "id"), "p28 p25 p22");
  EXPECT_EQ(column(*database_.read("by_state", {{"state", "open"}}, 2), "id"), "p28 p25");
  EXPECT_EQ(database_.read("all_posts", {{"topic", "t"}})->rows.size(), 30U);
  EXPECT_EQ(database_.failure("by_state", {{"state", "open"}}, 0),
            "BadArgument: limit: 0 is not between 1 and 50, the most items that a page of by_state "
            "has");
  EXPECT_EQ(database_.failure("all_posts", {{"topic", "t"}}, 101),
            "BadArgument: limit: 101 is not between 1 and 100, the most items that a page of "
            "all_posts has");
  EXPECT_EQ(database_.failure("get_post", {{"id", "p1"}}, 5),
            "BadArgument: limit: get_post does not come in pages");
}

TEST_F(ReadPages, KnowTheLastOneEvenIfItIsFull) {
  add_posts(9);  // Three of each state.
  const auto page = database_.read("by_state", {{"state", "open"}}, 3).value();
  EXPECT_EQ(page.rows.size(), 3U);
  EXPECT_FALSE(page.has_more);
  EXPECT_EQ(page.next, "");
  EXPECT_EQ(page.previous, "");
}

TEST_F(ReadPages, MergeLegsSoThatEqualTimesAreNeitherLostNorRepeated) {
  add_posts(40);
  for (const int limit : {1, 2, 3, 5, 7, 40}) {
    const auto pages = read_forward(database_, "everything", {}, limit);
    std::set<std::string> seen;
    std::string last = "9";
    for (const auto& page : pages) {
      for (const auto& row : page.rows) {
        const auto at = row.item.view().find("at")->string();
        EXPECT_LE(at, last);
        last = at;
        EXPECT_TRUE(seen.insert(std::string(row.item.view().find("id")->string())).second);
      }
    }
    EXPECT_EQ(seen.size(), 40U);
    const auto back = read_backward(database_, "everything", {}, limit, pages.back());
    ASSERT_EQ(back.size() + 1, pages.size()) << limit;
    for (std::size_t i = 0; i < back.size(); ++i) {
      EXPECT_EQ(column(back[i], "id"), column(pages[pages.size() - 2 - i], "id"));
    }
  }
  EXPECT_EQ(database_.read("everything", {})->cost.legs, 3U);
}

// The state stands in the sort key before the time: it must not decide the order.
TEST_F(ReadPages, MergeLegsByWhatFollowsTheirPrefix) {
  add_posts(12);
  const auto pages = read_forward(database_, "on_shelf", {{"shelf", "s"}}, 5);
  EXPECT_EQ(ids(pages), "[p0 p1 p3 p2 p4][p5 p6 p7 p8 p9][p10 p11]");
  const auto back = read_backward(database_, "on_shelf", {{"shelf", "s"}}, 5, pages.back());
  EXPECT_EQ(ids(back), "[p5 p6 p7 p8 p9][p0 p1 p3 p2 p4]");
}

TEST_F(ReadPages, ReadLegsOneAfterTheOtherIfNoOrderIsAsked) {
  add_posts(12);
  const auto pages = read_forward(database_, "in_turn", {}, 3);
  EXPECT_EQ(ids(pages), "[p1 p4 p7][p10 p0 p3][p6 p9]");
  EXPECT_EQ(ids(read_backward(database_, "in_turn", {}, 3, pages.back())), "[p10 p0 p3][p1 p4 p7]");
}

TEST_F(ReadPages, AreFullAlthoughMostItemsAreDropped) {
  add_posts(600);
  // Of 200 open posts every tenth keeps its votes.
  for (int i = 1; i < 600; i += 3) {
    if (i % 30 == 1) continue;
    database_.put("board-posts", {{"id", "p" + std::to_string(i)},
                                  {"state", "open"},
                                  {"topic", "t"},
                                  {"author", "ada"},
                                  {"shelf", "s"},
                                  {"at", time_text(i)},
                                  {"votes", -1}});
  }
  const GivenArguments arguments{{"state", "open"}, {"votes", "0"}};
  const auto pages = read_forward(database_, "popular", arguments, 6);
  ASSERT_EQ(pages.size(), 4U);
  EXPECT_EQ(column(pages[0], "votes"), "571 541 511 481 451 421");
  EXPECT_EQ(column(pages[3], "votes"), "31 1");
  const auto back = read_backward(database_, "popular", arguments, 6, pages.back());
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(column(back[2], "votes"), column(pages[0], "votes"));
  EXPECT_GT(pages[0].cost.scanned, 50U);
}

TEST_F(ReadPages, StopLookingAfterTwentyTimesTheLimit) {
  for (int i = 0; i < 1200; ++i) add_post(3 * i + 1, i);  // All of them open.
  const GivenArguments arguments{{"state", "open"}, {"votes", "1000000"}};
  auto page = database_.read("popular", arguments, 5).value();
  EXPECT_TRUE(page.rows.empty());
  EXPECT_TRUE(page.is_partial);
  EXPECT_TRUE(page.has_more);
  page = database_.read("popular", arguments, 5, page.next).value();
  EXPECT_TRUE(page.rows.empty());
  EXPECT_FALSE(page.is_partial);
  EXPECT_FALSE(page.has_more);
  // The way back is as empty.
  page = database_.read("popular", arguments, 5, page.previous).value();
  EXPECT_TRUE(page.rows.empty());
}

TEST_F(ReadPages, TypeTheParametersOfAFilterByWhatTheyAreComparedWith) {
  add_posts(12);
  EXPECT_EQ(column(*database_.read("popular", {{"state", "open"}, {"votes", "7"}}), "id"),
            "p10 p7");
  EXPECT_EQ(database_.failure("popular", {{"state", "open"}, {"votes", "many"}}),
            "BadArgument: votes: `many` is not a whole number");
  database_.put("board-posts", {{"id", "tagged"},
                                {"state", "open"},
                                {"topic", "t"},
                                {"author", "ada"},
                                {"shelf", "s"},
                                {"at", time_text(5)},
                                {"tags", List{"a", "b"}}});
  EXPECT_EQ(column(*database_.read("tagged", {{"topic", "t"}, {"more", "1"}}), "id"), "tagged");
}

TEST_F(ReadPages, IncludeTheLastDay) {
  add_posts(1);
  add_post(1, 1439);
  add_post(4, 1440);
  add_post(7, 2879);
  add_post(10, 2880);
  const auto ids_in = [&](const GivenArguments& bounds) {
    GivenArguments arguments{{"state", "open"}};
    arguments.insert(arguments.end(), bounds.begin(), bounds.end());
    return column(*database_.read("by_state", arguments, 50), "id");
  };
  EXPECT_EQ(ids_in({{"from", "2025-10-02"}, {"to", "2025-10-02"}}), "p7 p4");
  EXPECT_EQ(ids_in({{"to", "2025-10-01"}}), "p1");
  EXPECT_EQ(ids_in({{"from", "2025-10-03"}}), "p10");
  EXPECT_EQ(ids_in({{"from", "2025-10-02T02:00:00+02:00"}}), "p10 p7 p4");
  EXPECT_EQ(database_.failure("by_state", {{"state", "open"}, {"from", "yesterday"}}),
            "BadArgument: when: `yesterday` is no bound of at; expected a day such as 2025-10-31 "
            "or an instant such as 2025-10-21T14:30:00.000Z");
}

TEST_F(ReadPages, NeverShowWhatHasExpired) {
  add_posts(6);
  EXPECT_EQ(column(*database_.read("everything", {}), "id"), "p5 p4 p3 p2 p1 p0");
  database_.advance(std::chrono::hours(24 * 900));
  EXPECT_EQ(database_.items(database_.model().tables.front()).size(), 6U);
  EXPECT_EQ(column(*database_.read("everything", {}), "id"), "");
  EXPECT_EQ(database_.failure("get_post", {{"id", "p1"}}),
            "NotFound: there is no Post with id = `p1`");
}

// The index holds keys only, so that the filter needs the items themselves.
TEST_F(ReadPages, FetchItemsThatAnIndexDoesNotHold) {
  add_posts(150);
  const GivenArguments arguments{{"author", "ada"}, {"topic", "t"}};
  const auto page = database_.read("of_author", arguments, 130).value();
  ASSERT_EQ(page.rows.size(), 130U);
  for (std::size_t i = 1; i < page.rows.size(); ++i) {
    EXPECT_LE(page.rows[i - 1].item.view().find("at")->string(),
              page.rows[i].item.view().find("at")->string());
    EXPECT_TRUE(page.rows[i].item.view().find("votes"));
  }
  EXPECT_EQ(read_forward(database_, "of_author", arguments, 60).size(), 3U);
}

TEST_F(ReadPages, OfAScanGoForwardOnly) {
  add_posts(10);
  for (int i = 20; i < 31; ++i) {
    database_.put("board-posts", {{"id", "p" + std::to_string(i)},
                                  {"state", "open"},
                                  {"topic", "t"},
                                  {"author", "ada"},
                                  {"shelf", "s"},
                                  {"at", time_text(i)},
                                  {"tags", List{"x", "rare"}}});
  }
  const auto pages = read_forward(database_, "scanned", {{"tag", "rare"}}, 4);
  ASSERT_EQ(pages.size(), 3U);
  std::set<std::string> seen;
  for (const auto& page : pages) {
    EXPECT_EQ(page.previous, "");
    for (const auto& row : page.rows) seen.emplace(row.item.view().find("id")->string());
  }
  EXPECT_EQ(seen.size(), 11U);
}

TEST_F(ReadPages, NeitherLoseNorRepeatAnItemBecauseOthersAreWritten) {
  add_posts(60);
  std::vector<std::string> seen;
  std::string token;
  int fresh = 1000;
  do {
    const auto page = database_.read("everything", {}, 7, token).value();
    for (const auto& row : page.rows) seen.emplace_back(row.item.view().find("id")->string());
    token = page.next;
    // New ones before, inside and behind the place where the reader is; the last one shown goes.
    add_post(fresh++, 70);
    add_post(fresh++, 30);
    add_post(fresh++, 0);
    database_.erase("board-posts", {{"id", seen.back()}});
  } while (!token.empty());
  std::multiset<std::string> counts(seen.begin(), seen.end());
  for (int i = 0; i < 60; ++i) EXPECT_EQ(counts.count("p" + std::to_string(i)), 1U) << i;
  for (const auto& id : counts) EXPECT_EQ(counts.count(id), 1U) << id;
}

TEST_F(ReadPages, StayInOrderAlthoughALegGetsRowsBehindTheReader) {
  add_posts(12);
  const auto first = database_.read("everything", {}, 6).value();
  EXPECT_EQ(column(first, "id"), "p10 p11 p9 p8 p6 p7");
  add_post(100, 9);   // Open, among what was shown.
  add_post(101, 7);   // Shut, behind the last of them that was shown, but before the page's end.
  add_post(102, 20);  // Draft, newer than everything.
  const auto second = database_.read("everything", {}, 6, first.next).value();
  EXPECT_EQ(column(second, "id"), "p5 p4 p3 p2 p1 p0");
  add_post(105, 4);  // Draft, inside the second page and before the first draft of it.
  const auto again = database_.read("everything", {}, 6, second.previous).value();
  EXPECT_EQ(column(again, "id"), "p9 p100 p8 p101 p6 p7");
}

}  // namespace
}  // namespace partita::serving
