#include "cli/typed_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/query_plan.h"
#include "language/value/json_text.h"

namespace partita::cli {
namespace {

TableFacts album_facts() {
  TableFacts facts;
  facts.name = "Albums";
  facts.key = {.partition = {"artist"}, .sort = {"title"}};
  facts.types = {{"artist", 'S'}, {"title", 'S'}, {"label", 'S'}, {"year", 'N'}, {"cover", 'B'}};
  facts.indexes = {{.name = "byLabel", .key = {.partition = {"label"}, .sort = {"year"}}},
                   {.name = "byCover", .key = {.partition = {"cover"}, .sort = {}}}};
  return facts;
}

std::string reason_of(const Result<Item>& item) {
  return item.ok() ? "no error" : item.error().message();
}

TEST(TypedWords, OperatorsAreFoundBehindTheName) {
  struct Case {
    const char* word;
    const char* operation;
    const char* text;
  };
  for (const Case& each : {Case{"year=1965", "=", "1965"},
                           {"year:=1965", ":=", "1965"},
                           {"year>=1965", ">=", "1965"},
                           {"year<1965", "<", "1965"},
                           {"year!=1965", "!=", "1965"},
                           {"year^=19", "^=", "19"},
                           {"year~=9", "~=", "9"},
                           {"year=a=b>c", "=", "a=b>c"},
                           {"year=", "=", ""}}) {
    const auto word = parse_typed_word(each.word);
    ASSERT_TRUE(word.ok()) << each.word;
    EXPECT_EQ(word->name, "year") << each.word;
    EXPECT_EQ(word->operation, each.operation) << each.word;
    EXPECT_EQ(word->text, each.text) << each.word;
  }
  EXPECT_FALSE(parse_typed_word("year").ok());
  EXPECT_FALSE(parse_typed_word("=1965").ok());
  EXPECT_FALSE(parse_typed_word(":=1965").ok());
}

TEST(TypedWords, AKeyIsGivenByNamesByOrderOrByAnObject) {
  const Item key{{"artist", "Nina Simone"}, {"title", "Pastel Blues"}};
  const auto facts = album_facts();
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"artist=Nina Simone", "title=Pastel Blues"},
        {"title=Pastel Blues", "Nina Simone"},
        {"Nina Simone", "Pastel Blues"},
        {R"({"artist":"Nina Simone","title":"Pastel Blues"})"},
        {R"({"artist":{"S":"Nina Simone"},"title":{"S":"Pastel Blues"}})"}}) {
    const auto typed = typed_key(facts, words);
    ASSERT_TRUE(typed.ok()) << words.front() << ": " << typed.error().message();
    EXPECT_EQ(*typed, key) << words.front();
  }
}

TEST(TypedWords, AWrongKeyIsToldWithTheRightOne) {
  const auto facts = album_facts();
  EXPECT_EQ(reason_of(typed_key(facts, {"artist=Nina"})),
            "title is missing; the key of Albums is artist=... title=...");
  EXPECT_NE(reason_of(typed_key(facts, {"artst=Nina", "title=x"})).find("did you mean `artist`?"),
            std::string::npos);
  EXPECT_NE(reason_of(typed_key(facts, {"a", "b", "c"})).find("`c` is too much"),
            std::string::npos);
  EXPECT_NE(reason_of(typed_key(facts, {"artist^=a", "title=b"})).find("names no one item"),
            std::string::npos);
}

TEST(TypedWords, AttributesOfKeysHaveTheTypesOfTheTable) {
  const auto facts = album_facts();
  const auto item = typed_item(facts, {"artist=a", "title=7", "year=1965", "cover=AAEC", "note=7",
                                       "tags:=[\"x\",1]", "live:=true"});
  ASSERT_TRUE(item.ok()) << item.error().message();
  EXPECT_EQ(dynamodb_json(*item),
            R"({"artist":{"S":"a"},"cover":{"B":"AAEC"},"live":{"BOOL":true},"note":{"S":"7"},)"
            R"("tags":{"L":[{"S":"x"},{"N":"1"}]},"title":{"S":"7"},"year":{"N":"1965"}})");
  EXPECT_NE(reason_of(typed_item(facts, {"artist=a", "title=b", "year=soon"})).find("is a number"),
            std::string::npos);
  EXPECT_NE(reason_of(typed_item(facts, {"artist=a", "title=b", "x:={"})).find("is no JSON"),
            std::string::npos);
}

TEST(QueryPlan, TheTablesOwnKeyIsUsedBeforeAnIndex) {
  const auto plan = plan_query(album_facts(), {"artist=Nina", "title^=Pastel", "year>=1960"}, "");
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  EXPECT_EQ(plan->index, "");
  EXPECT_EQ(plan->key_condition, "#0 = :0 AND begins_with(#1, :1)");
  EXPECT_EQ(plan->filter, "#2 >= :2");
}

TEST(QueryPlan, AnIndexIsFoundByItsKeyAndTwoBoundsAreOneRange) {
  const auto plan = plan_query(album_facts(), {"year<=1967", "label=Philips", "year>=1964"}, "");
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  EXPECT_EQ(plan->index, "byLabel");
  EXPECT_EQ(plan->key_condition, "#0 = :0 AND #1 BETWEEN :1 AND :2");
  EXPECT_EQ(*plan->values.find(":1"), Value(1964));
  EXPECT_EQ(*plan->values.find(":2"), Value(1967));
  const auto strict = plan_query(album_facts(), {"label=P", "year>1964", "year<1967"}, "");
  EXPECT_FALSE(strict.ok());
}

TEST(QueryPlan, AFilterFindsANumberHoweverItIsStored) {
  const auto plan = plan_scan(album_facts(), {"length>30", "live!=true", "note~=blue"}, "");
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  EXPECT_EQ(plan->filter, "(#0 > :0 OR #0 > :1) AND (#1 <> :2 AND #1 <> :3) AND contains(#2, :4)");
  EXPECT_EQ(*plan->values.find(":0"), Value("30"));
  EXPECT_EQ(*plan->values.find(":1"), Value(30));
  EXPECT_EQ(*plan->values.find(":3"), Value(true));
}

TEST(QueryPlan, WithoutAPartitionKeyItSaysWhichThereAre) {
  const auto plan = plan_query(album_facts(), {"title=Pastel Blues"}, "");
  ASSERT_FALSE(plan.ok());
  EXPECT_NE(plan.error().message().find("the table artist=...; index byLabel label=..."),
            std::string::npos)
      << plan.error().message();
  const auto index = plan_query(album_facts(), {"label=x"}, "byLable");
  ASSERT_FALSE(index.ok());
  EXPECT_EQ(index.error().kind(), ErrorKind::NotFound);
  EXPECT_NE(index.error().message().find("did you mean `byLabel`?"), std::string::npos);
}

}  // namespace
}  // namespace partita::cli
