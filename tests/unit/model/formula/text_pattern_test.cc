#include "model/formula/text_pattern.h"

#include <gtest/gtest.h>

namespace partita::model {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  const auto parsed = TextPattern::parse(pattern);
  EXPECT_TRUE(parsed.ok()) << parsed.error().message();
  return parsed.ok() && parsed->is_found_in(text);
}

std::string pattern_refusal(std::string_view pattern) {
  const auto parsed = TextPattern::parse(pattern);
  return parsed.ok() ? "none" : parsed.error().message();
}

TEST(TextPattern, IsFoundAnywhereUnlessAnchored) {
  EXPECT_TRUE(matches("b", "abc"));
  EXPECT_FALSE(matches("^b", "abc"));
  EXPECT_TRUE(matches("c$", "abc"));
  EXPECT_FALSE(matches("^abc$", "abcd"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("^$", ""));
}

TEST(TextPattern, KnowsAlternationGroupsAndRepetition) {
  EXPECT_TRUE(matches("^(scheduler|user:.+@.+)$", "user:a@b"));
  EXPECT_FALSE(matches("^(scheduler|user:.+@.+)$", "user:a"));
  EXPECT_TRUE(matches("^a{2,3}$", "aaa"));
  EXPECT_FALSE(matches("^a{2,3}$", "a"));
  EXPECT_FALSE(matches("^a{2,3}$", "aaaa"));
  EXPECT_TRUE(matches("^a{2,}$", "aaaa"));
  EXPECT_TRUE(matches("^(?:ab)*c?$", "ababc"));
  EXPECT_TRUE(matches("^()*$", ""));
  EXPECT_TRUE(matches("^(a*)*b$", "aaab"));
}

TEST(TextPattern, KnowsClassesAndEscapes) {
  EXPECT_TRUE(matches("^[a-z0-9]+(_[a-z0-9]+)*$", "ravi_shankar"));
  EXPECT_FALSE(matches("^[a-z0-9]+(_[a-z0-9]+)*$", "Ravi"));
  EXPECT_TRUE(matches("^[^ab]$", "c"));
  EXPECT_TRUE(matches("^[a-]$", "-"));
  EXPECT_TRUE(matches("^\\d\\w\\s\\.$", "1a ."));
  EXPECT_TRUE(matches("^[\\d.]+$", "1.2"));
  EXPECT_FALSE(matches("^.$", "\n"));
}

TEST(TextPattern, CountsUnicodeCharacters) {
  EXPECT_TRUE(matches("^.$", "\xC3\xA9"));
  EXPECT_TRUE(matches("^[\xC3\xA0-\xC3\xBF]{2}$", "\xC3\xA9\xC3\xA8"));
  EXPECT_FALSE(matches("^.$", "ab"));
}

TEST(TextPattern, TakesLinearTimeForHostilePatterns) {
  EXPECT_FALSE(matches("^(a+)+$", std::string(20'000, 'a') + "b"));
  EXPECT_FALSE(matches("^(a?){200}a{200}$", std::string(199, 'a')));
}

TEST(TextPattern, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(pattern_refusal("a**"),
            "at character 3: a repetition is repeated; lazy and possessive forms are not known "
            "here");
  EXPECT_EQ(pattern_refusal("(?=a)"), "at character 3: only (...) and (?:...) are groups here");
  EXPECT_EQ(pattern_refusal("(a"), "at character 3: a group is not closed by `)`");
  EXPECT_EQ(pattern_refusal("a)"), "at character 2: a `)` closes no group");
  EXPECT_EQ(pattern_refusal("[a"), "at character 3: a class is not closed by `]`");
  EXPECT_EQ(pattern_refusal("\\1"),
            "at character 2: unknown escape; allowed are \\d \\D \\w \\W \\s \\S \\n \\r \\t and "
            "punctuation");
  EXPECT_EQ(pattern_refusal("[z-a]"), "at character 5: the range is upside down");
  EXPECT_EQ(pattern_refusal("a{3,2}"), "at character 7: the counts are upside down");
}

TEST(TextPattern, RefusesPatternsThatAreTooLarge) {
  EXPECT_EQ(pattern_refusal("((a{100}){100}){100}"),
            "the pattern has more than 2000 steps; use smaller counts");
  EXPECT_EQ(pattern_refusal("(((){1000}){1000}){1000}"),
            "the pattern has more than 2000 steps; use smaller counts");
  EXPECT_EQ(pattern_refusal(std::string(40, '(') + std::string(40, ')')),
            "at character 34: groups are nested too deep");
}

}  // namespace
}  // namespace partita::model
