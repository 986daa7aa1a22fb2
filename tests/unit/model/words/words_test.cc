#include "model/words/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace partita::words {
namespace {

using Texts = std::vector<std::string>;

Texts texts(std::string_view text) {
  Texts all;
  for (const Word& word : words_of(text, 100)) all.push_back(word.text);
  return all;
}

TEST(Words, AreSplitAtTheBoundariesOfUnicode) {
  EXPECT_EQ(texts("Ravi Shankar, sitar (1920-2012)."),
            (Texts{"ravi", "shankar", "sitar", "1920", "2012"}));
  EXPECT_EQ(texts("  \n\t!? --"), Texts{});
  EXPECT_EQ(texts(""), Texts{});
}

TEST(Words, KnowWhereTheyStand) {
  const auto words = words_of("in Bénarès!", 10);
  ASSERT_EQ(words.size(), 2U);
  EXPECT_EQ(words[1], (Word{"benares", 3, 12}));
}

TEST(Words, AreNoMoreThanAskedFor) { EXPECT_EQ(words_of("a b c d", 2).size(), 2U); }

TEST(Words, OfTextsThatAreNotUtf8AreNone) { EXPECT_EQ(texts("abc \xff"), Texts{}); }

// Of twenty languages: what is the same word for somebody who types it.
TEST(Words, AreFoldedInManyLanguages) {
  const std::pair<std::string_view, std::string_view> kSame[] = {
      {"Bénarès", "benares"},   {"STRASSE", "strasse"},
      {"Straße", "strasse"},    {"Ångström", "angstrom"},
      {"Łódź", "lodz"},         {"Dvořák", "dvorak"},
      {"Þór", "thor"},          {"Ærø", "aero"},
      {"Çeşme", "cesme"},       {"São", "sao"},
      {"Niño", "nino"},         {"Việt", "viet"},
      {"Ελλάδα", "ελλαδα"},     {"Чайковский", "чаиковскии"},
      {"ﬁlm", "film"},          {"Ｒａｖｉ", "ravi"},
      {"Đorđe", "dorde"},       {"Œuvre", "oeuvre"},
      {"O'Brien", "obrien"},    {"O’Brien", "obrien"},
      {"Shankar's", "shankar"}, {"שָׁלוֹם", "שלום"},
      {"مُحَمَّد", "محمد"}};
  for (const auto& [written, folded] : kSame) {
    EXPECT_EQ(texts(written), Texts{std::string(folded)}) << written;
  }
}

TEST(Words, KeepTheVowelSignsOfIndicScripts) {
  EXPECT_EQ(texts("रवि शंकर"), (Texts{"रवि", "शंकर"}));
  EXPECT_NE(texts("कि"), texts("की"));
}

TEST(Words, AreFoundInScriptsWithoutSpaces) {
  EXPECT_GT(texts("音楽を聴く").size(), 1U);
  EXPECT_GT(texts("ภาษาไทย").size(), 1U);
}

TEST(Words, AreCutAtWholeLetters) {
  std::string written;
  for (int i = 0; i < 50; ++i) written += "я";
  const auto found = texts(written + "яя");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].size(), kWordBytesMax);
  EXPECT_EQ(letters_in(found[0]), kWordBytesMax / 2);
}

TEST(Words, BeginWithWholeLetters) {
  EXPECT_EQ(beginning_of("ravi", 2), "ra");
  EXPECT_EQ(beginning_of("рави", 2), "ра");
  EXPECT_EQ(beginning_of("ra", 5), "ra");
  EXPECT_EQ(letters_in("рави"), 4U);
}

TEST(Stems, AreWhatFormsHaveInCommon) {
  EXPECT_EQ(stem_of("singers", "english"), stem_of("singer", "english"));
  EXPECT_EQ(stem_of("singing", "english"), "sing");
  EXPECT_NE(stem_of("singing", "english"), stem_of("song", "english"));
  EXPECT_TRUE(is_language("hindi"));
  EXPECT_FALSE(is_language("klingon"));
  EXPECT_TRUE(std::ranges::is_sorted(languages()));
}

TEST(TypingErrors, AreAllWordsThatOneLetterMakes) {
  const auto others = one_letter_off("ravi");
  const auto has = [&](std::string_view word) {
    return std::ranges::find(others, word) != others.end();
  };
  for (const char* word : {"rvi", "avi", "rav", "rawi", "xavi", "ravis", "aravi", "arvi", "raiv"}) {
    EXPECT_TRUE(has(word)) << word;
  }
  for (const char* word : {"ravi", "rv", "rxxi", "ivar", ""}) EXPECT_FALSE(has(word)) << word;
  EXPECT_EQ(std::set(others.begin(), others.end()).size(), others.size());
}

TEST(TypingErrors, StayInTheAlphabetOfTheWord) {
  const auto others = one_letter_off("рави");
  EXPECT_NE(std::ranges::find(others, "раби"), others.end());
  EXPECT_EQ(std::ranges::find(others, "раbи"), others.end());
  EXPECT_LT(others.size(), 2000U);
}

}  // namespace
}  // namespace partita::words
