#include "partita/builder/query.h"

#include "unit/library/builder/music_store.h"

namespace partita::builder {
namespace {

class QueryBuilder : public MusicStore {
 protected:
  void put_event(int number, const std::string& day, const std::string& country) {
    const std::string id = std::to_string(number);
    put({{"PK", make_key("EVENT", id)},
         {"SK", "#METADATA"},
         {"GSI1PK", "STATUS#scheduled"},
         {"GSI1SK", make_key({"DATE", day, "EVENT", id})},
         {"location", Map{{"country", country}}}});
  }
  static Query events() {
    return Query("music")
        .with_index("GSI1")
        .with_partition_key("GSI1PK", "STATUS#scheduled")
        .with_sort_key_between("GSI1SK", "DATE#2023-01-01", "DATE#2023-12-31~");
  }
  QueryPage run(const Query& query) { return query.run(database_).value(); }
};

TEST_F(QueryBuilder, ReadsWhatAUserFollows) {
  put({{"PK", "USER#1"}, {"SK", "FOLLOWS#ARTIST#7"}});
  put({{"PK", "USER#1"}, {"SK", "KARMA#2023"}});
  put({{"PK", "USER#2"}, {"SK", "FOLLOWS#ARTIST#8"}});
  const QueryPage page = run(Query("music")
                                 .with_partition_key("PK", make_key("USER", "1"))
                                 .with_sort_key_begins_with("SK", "FOLLOWS#")
                                 .with_limit(20));
  ASSERT_EQ(page.items.size(), 1u);
  EXPECT_EQ(page.items[0].view().find("SK")->string(), "FOLLOWS#ARTIST#7");
  EXPECT_FALSE(page.has_more());
}

TEST_F(QueryBuilder, ReadsAnIndex) {
  put({{"PK", "ARTIST#7"},
       {"SK", "#METADATA"},
       {"GSI2PK", "INSTRUMENT#violin"},
       {"GSI2SK", "ARTIST#7"}});
  const QueryPage page = run(Query("music")
                                 .with_index("GSI2")
                                 .with_partition_key("GSI2PK", "INSTRUMENT#violin")
                                 .with_sort_key_begins_with("GSI2SK", "ARTIST#"));
  EXPECT_EQ(page.items.size(), 1u);
  const QueryPage one = run(
      Query("music").with_partition_key("PK", "ARTIST#7").with_sort_key_equals("SK", "#METADATA"));
  EXPECT_EQ(one.items.size(), 1u);
}

TEST_F(QueryBuilder, GivesFullPagesBehindAFilter) {
  for (int i = 0; i < 60; ++i) put_event(i, "2023-06-01", i % 3 == 0 ? "India" : "Norway");
  Query query = events();
  query.with_filter("location.country", Operator::Equal, "India").with_limit(7);
  std::vector<std::string> seen;
  std::vector<std::size_t> sizes;
  while (true) {
    const QueryPage page = run(query);
    sizes.push_back(page.items.size());
    for (const EncodedItem& item : page.items) {
      seen.emplace_back(item.view().find("PK")->string());
    }
    if (!page.has_more()) break;
    query.with_start_key(*page.last_evaluated_key);
  }
  EXPECT_EQ(sizes.at(0), 7u);
  EXPECT_EQ(sizes.at(1), 7u);
  EXPECT_EQ(seen.size(), 20u);
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

TEST_F(QueryBuilder, IncludesTheLastDayAndReadsBackwards) {
  put_event(1, "2023-01-01", "India");
  put_event(2, "2023-12-31", "India");
  put_event(3, "2024-01-01", "India");
  const QueryPage page = run(events().descending().with_limit(1));
  ASSERT_EQ(page.items.size(), 1u);
  EXPECT_EQ(page.items[0].view().find("PK")->string(), "EVENT#2");
  EXPECT_TRUE(page.has_more());
}

TEST_F(QueryBuilder, NamesAreNeverTakenForReservedWords) {
  const auto request = events()
                           .with_filter("location.names[2].order", Operator::Contains, "a")
                           .with_filter("location.size", Operator::NotExists)
                           .request()
                           .value();
  EXPECT_EQ(*request.key_condition_expression, "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2");
  EXPECT_EQ(*request.filter_expression,
            "contains(#n2.#n3[2].#n4, :v3) AND attribute_not_exists(#n2.#n5)");
  EXPECT_EQ(request.expression_attribute_names->size(), 6u);
  EXPECT_EQ(run(events()
                    .with_filter("location.names[2].order", Operator::Contains, "a")
                    .with_filter("location.size", Operator::NotExists))
                .items.size(),
            0u);
}

TEST_F(QueryBuilder, ALimitBelowOneIsRefused) {
  for (const int limit : {0, -1}) {
    const auto page = events().with_limit(limit).run(database_);
    ASSERT_FALSE(page.ok());
    EXPECT_EQ(page.error().kind(), ErrorKind::InvalidArgument);
  }
}

TEST_F(QueryBuilder, APathThatIsNoneIsRefused) {
  for (const char* path : {"", "a..b", ".a", "a.", "a[", "a[x]", "[0]", "a[0]b", "a[]"}) {
    const auto request = events().with_filter(path, Operator::Exists).request();
    ASSERT_FALSE(request.ok()) << path;
    EXPECT_EQ(request.error().kind(), ErrorKind::InvalidArgument);
  }
}

TEST(KeyText, IsMadeAndReadBack) {
  EXPECT_EQ(make_key("ARTIST", "456"), "ARTIST#456");
  EXPECT_EQ(make_key({"VERSION", "v1", "2023-01-01T10:00:00.000Z"}),
            "VERSION#v1#2023-01-01T10:00:00.000Z");
  EXPECT_EQ(parse_key("DATE#2023-01-01#EVENT#1"),
            (std::vector<std::string_view>{"DATE", "2023-01-01", "EVENT", "1"}));
  EXPECT_EQ(parse_key("ARTIST#456", "ARTIST"), "456");
  EXPECT_EQ(parse_key("ARTIST#456", "ART"), std::nullopt);
  EXPECT_EQ(parse_key("ARTIST", "ARTIST"), std::nullopt);
}

TEST(KeyText, IdsHaveTheirForms) {
  SeededRandom random(1);
  ManualClock clock;
  EXPECT_EQ(make_uuid4(random).size(), 36u);
  EXPECT_EQ(make_uuid4(random)[14], '4');
  const std::string first = make_ulid(clock, random);
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_EQ(first.size(), 26u);
  EXPECT_LT(first, make_ulid(clock, random));
  EXPECT_TRUE(make_prefixed_id("user", clock, random).starts_with("user_0"));
}

}  // namespace
}  // namespace partita::builder
