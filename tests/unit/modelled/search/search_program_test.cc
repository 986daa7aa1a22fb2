#include "modelled/search/search_program.h"

#include <gtest/gtest.h>

#include "search_store.h"

namespace partita::search {
namespace {

using Ids = std::vector<std::string>;

class SearchProgramTest : public testing::Test {
 protected:
  SearchProgramTest() { store_.build(); }

  SearchStore store_;
};

TEST_F(SearchProgramTest, FindsAnItemByItsWordsInAnyFieldAndCase) {
  store_.put("1", {.name = "Ravi Shankar", .instruments = {"sitar"}, .bio = "Born in Bénarès"});
  store_.put("2", {.name = "Vilayat Khan", .instruments = {"sitar", "surbahar"}});
  EXPECT_EQ(store_.ids("RAVI"), Ids{"1"});
  EXPECT_EQ(store_.ids("benares"), Ids{"1"});
  EXPECT_EQ(store_.ids("Surbahar"), Ids{"2"});
  EXPECT_EQ(store_.ids("ravi sitar"), Ids{"1"});
  EXPECT_EQ(store_.ids("ravi surbahar"), Ids{});
}

TEST_F(SearchProgramTest, FindsAnItemNoLongerByItsOldWords) {
  store_.put("1", {.name = "Ravi Shankar", .bio = "plays the sitar"});
  store_.put("1", {.name = "Anoushka Shankar", .bio = "plays the sitar"});
  EXPECT_EQ(store_.ids("ravi"), Ids{});
  EXPECT_EQ(store_.ids("anoushka"), Ids{"1"});
  EXPECT_EQ(store_.ids("shankar"), Ids{"1"});
  store_.erase("1");
  EXPECT_EQ(store_.ids("anoushka"), Ids{});
}

TEST_F(SearchProgramTest, LeavesNoRowsOfItemsThatAreGone) {
  store_.put("1", {.name = "Ravi Shankar", .instruments = {"sitar"}, .tradition = "hindustani"});
  store_.put("2", {.name = "Ravi", .bio = "sings and sings"});
  EXPECT_GT(store_.rows().size(), 10U);
  store_.put("2", {.name = "Lata"});
  store_.erase("1");
  store_.erase("2");
  EXPECT_EQ(store_.rows().size(), 0U);
}

TEST_F(SearchProgramTest, WritesNothingIfNothingThatIsReadChanges) {
  store_.put("1", {.name = "Ravi Shankar"});
  const auto before = store_.rows();
  Item item = Artist{.name = "Ravi Shankar"}.item("1");
  item.set("kind", "artist");
  item.set("likes", 7);
  ASSERT_TRUE(store_.try_write("1", item).ok());
  EXPECT_EQ(store_.rows(), before);
}

TEST_F(SearchProgramTest, AWordCountsMoreInAFieldOfMoreWeight) {
  store_.put("in bio", {.name = "Somebody", .bio = "tabla"});
  store_.put("in name", {.name = "Tabla"});
  store_.put("played", {.name = "Nobody", .instruments = {"tabla"}});
  EXPECT_EQ(store_.ids("tabla"), (Ids{"in name", "played", "in bio"}));
}

TEST_F(SearchProgramTest, FindsOtherFormsOfAWordInAFieldWithALanguage) {
  store_.put("1", {.name = "Lata", .bio = "She sings and has been singing for years"});
  store_.put("2", {.name = "Singing"});
  EXPECT_EQ(store_.ids("sing years"), Ids{"1"});
  EXPECT_EQ(store_.ids("year"), Ids{"1"});
}

TEST_F(SearchProgramTest, TheLastWordIsABeginningInFieldsWithPrefixes) {
  store_.put("1", {.name = "Ravi Shankar", .bio = "zither"});
  for (const char* text : {"r", "ra", "rav", "ravi", "ravi s", "ravi sha", "ravi shank"}) {
    EXPECT_EQ(store_.ids(text), Ids{"1"}) << text;
  }
  EXPECT_EQ(store_.ids("zit"), Ids{});
  EXPECT_EQ(store_.ids("rav shankar"), Ids{});
}

TEST_F(SearchProgramTest, WhatIsWrittenExactlySoComesBeforeLongerWords) {
  store_.put("longer", {.name = "Ravindra"});
  store_.put("exact", {.name = "Ravi"});
  EXPECT_EQ(store_.ids("ravi"), (Ids{"exact", "longer"}));
}

TEST_F(SearchProgramTest, OneLetterOfALongerWordMayBeWrong) {
  store_.put("1", {.name = "Shankar"});
  for (const char* text : {"shankr", "shannkar", "shenkar", "hsankar", "khankar", "sankar"}) {
    EXPECT_EQ(store_.ids(text), Ids{"1"}) << text;
  }
  EXPECT_EQ(store_.ids("shnkr"), Ids{});
  store_.put("2", {.name = "Ali"});
  EXPECT_EQ(store_.ids("alo"), Ids{});
  const Found found = store_.find({.text = "shankr"});
  EXPECT_EQ(found.words[0].variants[0].word, "shankar");
  EXPECT_EQ(store_.ids("shankr", "plain"), Ids{});
}

TEST_F(SearchProgramTest, FiltersByValuesOfAttributesAndOfElements) {
  store_.put("1", {.name = "Ravi", .instruments = {"sitar"}, .tradition = "hindustani"});
  store_.put("2", {.name = "Ravi", .instruments = {"violin"}, .tradition = "carnatic"});
  const auto with = [&](std::size_t number, const char* value) {
    return store_.ids_of(
        store_.find({.text = "ravi", .filters = {{.number = number, .value = Value(value)}}}));
  };
  EXPECT_EQ(with(0, "carnatic"), Ids{"2"});
  EXPECT_EQ(with(1, "sitar"), Ids{"1"});
  EXPECT_EQ(with(1, "tabla"), Ids{});
}

TEST_F(SearchProgramTest, CountsTheValuesOfFacets) {
  store_.put("1", {.name = "Ravi", .instruments = {"sitar", "tabla"}, .tradition = "hindustani"});
  store_.put("2", {.name = "Ravi", .instruments = {"sitar"}, .tradition = "hindustani"});
  store_.put("3", {.name = "Lata", .instruments = {"voice"}, .tradition = "film"});
  const Found found = store_.find({.text = "ravi", .facets = {1, 0}});
  ASSERT_EQ(found.facets.size(), 2U);
  EXPECT_EQ(found.facets[0], (std::vector<FacetCount>{{"sitar", 2}, {"tabla", 1}}));
  EXPECT_EQ(found.facets[1], (std::vector<FacetCount>{{"hindustani", 2}}));
  EXPECT_FALSE(found.facets_are_approximate);
}

TEST_F(SearchProgramTest, AnyOfTheWordsIsEnoughIfAskedSo) {
  store_.put("1", {.name = "Ravi Shankar"});
  store_.put("2", {.name = "Ravi"});
  store_.put("3", {.name = "Lata"});
  const auto found = store_.find({.text = "ravi shankar", .matches_any = true});
  EXPECT_EQ(store_.ids_of(found), (Ids{"1", "2"}));
}

TEST_F(SearchProgramTest, PagesFollowEachOtherAlthoughOthersWrite) {
  for (int i = 0; i < 30; ++i) store_.put(std::to_string(i), {.name = "Ravi " + std::to_string(i)});
  const Ids all = store_.ids("ravi");
  ASSERT_EQ(all.size(), 30U);
  Ids paged;
  Question question{.text = "ravi", .matches_max = 7};
  for (int page = 0;; ++page) {
    const Found found = store_.find(question);
    for (const std::string& id : store_.ids_of(found)) paged.push_back(id);
    if (!found.has_more) break;
    question.after = found.matches.back();
    question.numbers = found.numbers;
    store_.put("other" + std::to_string(page), {.name = "Lata", .bio = "another one"});
  }
  EXPECT_EQ(paged, all);
}

TEST_F(SearchProgramTest, RefusesWhatIsNoQuestion) {
  EXPECT_EQ(store_.try_find({.text = ""}).error().message(), "it has no word to look for");
  EXPECT_EQ(store_.try_find({.text = " ?! "}).error().message(), "it has no word to look for");
  EXPECT_EQ(store_.try_find({.text = std::string(1001, 'a')}).error().message(),
            "a question has at most 1000 bytes");
  EXPECT_EQ(store_.try_find({.text = "a b c d e f g h i j k l m n o p q"}).error().message(),
            "a question has at most 16 words");
  EXPECT_EQ(store_.try_find({.text = "\xff\xfe"}).error().message(), "it has no word to look for");
}

TEST_F(SearchProgramTest, AnItemOfVeryManyWordsIsFoundByItsFirst) {
  std::string bio = "first ";
  for (int i = 0; i < 100'000; ++i)
    bio.append("word").append(std::to_string(i % 20'000)).append(" ");
  store_.put("1", {.name = "Long", .bio = bio + "last"});
  EXPECT_EQ(store_.ids("first"), Ids{"1"});
  EXPECT_EQ(store_.ids("last"), Ids{});
  store_.erase("1");
  EXPECT_EQ(store_.rows().size(), 0U);
}

}  // namespace
}  // namespace partita::search
